import { type Fault, type LineSeen, type OwnerCall, type ReservationEvent, type ReserveCall, type Tenure, type Told } from './reservation-history.ts'

type Granted = ReserveCall & { outcome: { is: 'reserved' } }
type Lost = ReserveCall & { outcome: { is: 'live_owner' } }
type Thread = { name: string; reserves: ReserveCall[]; granted: Granted[]; lost: Lost[]; writes: OwnerCall[]; lines: LineSeen[]; tenures: Tenure[] }

/** All that is wrong in a history, in sentences. It trusts no answer more than another, and judges only what is certain. */
export function judgeReservations(events: Iterable<ReservationEvent>): string[] {
  const threads = new Map<string, Thread>()
  const faults: Fault[] = []
  for (const event of events) {
    if (event.kind === 'fault') {
      faults.push(event)
      continue
    }
    const thread = threads.get(event.thread) ?? { name: event.thread, reserves: [], granted: [], lost: [], writes: [], lines: [], tenures: [] }
    threads.set(event.thread, thread)
    if (event.kind === 'line') thread.lines.push(event)
    else if (event.kind === 'tenure') thread.tenures.push(event)
    else if (event.op !== 'reserve') thread.writes.push(event)
    else {
      thread.reserves.push(event)
      if (event.outcome.is === 'reserved') thread.granted.push(event as Granted)
      if (event.outcome.is === 'live_owner') thread.lost.push(event as Lost)
    }
  }
  return [...threads.values()].flatMap((thread) => [
    ...judgeTenures(thread), ...judgeGrants(thread), ...judgeOwners(thread), ...judgeLosers(thread), ...judgeLine(thread, faults),
  ].map((finding) => `${thread.name}: ${finding}`))
}

/** The rows: one owner at a time, generations without a gap. */
function judgeTenures({ tenures }: Thread): string[] {
  const rows = tenures.toSorted((a, b) => a.generation - b.generation)
  return rows.flatMap((row, at) => {
    const next = rows[at + 1]
    const findings = row.generation === at + 1 ? [] : [`generation ${row.generation} is number ${at + 1} in the history`]
    if (next && (row.releasedAt === null || row.releasedAt > next.reservedAt))
      findings.push(`generations ${row.generation} and ${next.generation} had it at the same time, by the rows`)
    return findings
  })
}

/** What was granted: no number twice, growing in the order in which it can be told, and as the rows say. */
function judgeGrants({ granted, tenures }: Thread): string[] {
  const rows = new Map(tenures.map((row) => [row.generation, row]))
  const findings: string[] = []
  const byGeneration = groupBy(granted)
  for (const [generation, grants] of byGeneration) {
    const sessions = new Set(grants.map(({ outcome }) => outcome.session))
    if (sessions.size > 1) findings.push(`generation ${generation} was given to ${[...sessions].join(' and ')}`)
    const row = rows.get(generation)
    for (const session of sessions) if (row?.session !== session) findings.push(`generation ${generation} of ${session} is ${row?.session ?? 'nobody'}'s in the rows`)
  }
  let highest: Granted | undefined
  const events = [...granted.map((grant) => ({ at: grant.answered, grant, starts: false })), ...granted.map((grant) => ({ at: grant.sent, grant, starts: true }))]
  for (const { grant, starts } of events.toSorted((a, b) => a.at - b.at || Number(b.starts) - Number(a.starts))) {
    const { generation, again } = grant.outcome
    if (!starts) {
      if (!highest || generation > highest.outcome.generation) highest = grant
    } else if (highest && (generation < highest.outcome.generation || (generation === highest.outcome.generation && !again)))
      findings.push(`generation ${generation} was given after ${highest.outcome.generation}`)
  }
  return findings
}

function groupBy(granted: Granted[]): Map<number, Granted[]> {
  const groups = new Map<number, Granted[]>()
  for (const grant of granted) groups.set(grant.outcome.generation, [...(groups.get(grant.outcome.generation) ?? []), grant])
  return groups
}

/**
 * Whoever was let write had it: nobody with a higher number had been answered before that write was sent. A release with the
 * word with which it had ended already is harmless, and answered as done (RSV-6).
 */
function judgeOwners({ granted, writes, tenures }: Thread): string[] {
  const endedAs = new Map(tenures.map(({ generation, releasedAs }) => [generation, releasedAs]))
  return writes.flatMap(({ op, session, generation, word, outcome, sent }) => {
    if (outcome.is !== 'done' || (word !== null && word === endedAs.get(generation))) return []
    const successor = granted.find((grant) => grant.outcome.generation > generation && grant.answered < sent)
    return successor ? [`a ${op} of ${session} (${generation}) was taken after ${successor.outcome.session} had it (${successor.outcome.generation})`] : []
  })
}

/** Every loser was told who had it at some moment of the call. */
function judgeLosers({ granted, lost, writes, tenures }: Thread): string[] {
  const rows = new Map(tenures.map((row) => [row.generation, row]))
  const asked = new Map(granted.map((grant) => [grant.outcome.generation, grant.sent]))
  const ended = new Map<number, number>()
  for (const { op, outcome, generation, answered } of writes)
    if (op === 'release' && outcome.is === 'done') ended.set(generation, Math.min(answered, ended.get(generation) ?? Infinity))
  const replaced = granted.toSorted((a, b) => a.answered - b.answered)
  return lost.flatMap(({ who, outcome: { owner }, sent, answered }) => {
    const told = `${who} was told ${say(owner)}`
    if (rows.get(owner.generation)?.session !== owner.session) return [`${told}, who never had that`]
    if ((asked.get(owner.generation) ?? 0) > answered) return [`${told} before that was asked for`]
    if ((ended.get(owner.generation) ?? Infinity) < sent) return [`${told} after that was released`]
    const before = replaced.find((grant) => grant.answered < sent && grant.outcome.generation > owner.generation)
    return before ? [`${told} after ${say(before.outcome)} had it`] : []
  })
}
const say = ({ session, generation }: Told) => `${session} (${generation})`

/** Nobody who came later got it before somebody who was seen in line by then, and waited on undisturbed. */
function judgeLine({ reserves, granted, lines }: Thread, faults: Fault[]): string[] {
  const firstSeen = new Map<string, number>()
  for (const { names, answered } of lines) for (const name of names) if (!firstSeen.has(name)) firstSeen.set(name, answered)
  const disturbed = ({ sent, answered }: ReserveCall) => faults.some((fault) => fault.from < answered && sent < fault.to)
  return reserves.flatMap((waiter) => {
    const since = firstSeen.get(waiter.who)
    if (waiter.waitMs === 0 || since === undefined || disturbed(waiter)) return []
    if (waiter.outcome.is !== 'reserved' && waiter.outcome.is !== 'live_owner') return []
    const mine = waiter.outcome.is === 'reserved' ? waiter.outcome.generation : null
    // One that gave up stood in line for as long as it had said, at the least.
    const until = mine === null ? waiter.sent + waiter.waitMs : waiter.answered
    const passer = granted.find((other) => other.sent > since && other.answered < until && !other.outcome.again && (mine === null || other.outcome.generation < mine))
    return passer ? [`${waiter.who} waited since ${Math.round(since)} and was passed by ${passer.who}, who asked at ${Math.round(passer.sent)}`] : []
  })
}
