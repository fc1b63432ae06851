import { type Client, connect } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { MakeToken } from '../../contract/tokens.ts'
import { systemActor } from '../../server/context.ts'
import { makeToken } from '../../server/tokens/make-token.ts'
import { spawnServer } from '../../test/spawn-server.ts'
import { startThrowawayCluster } from '../../test/start-cluster.ts'
import { judgeReservations } from './reservation-checker.ts'
import { ReservationClient } from './reservation-client.ts'
import { driveReservations, type Tally } from './reservation-driver.ts'
import { type Fault, type ReservationEvent, type Tenure } from './reservation-history.ts'

export type SoakSize = { rounds: number; racers: number; waiters: number; lanes: number; faults: number }
export type SoakResult = { tally: Tally; findings: string[]; counts: Record<string, number>; faults: Fault[]; logs: string[]; seconds: number }

/** Two server processes on a Postgres of their own, racers over HTTP, and what goes wrong in a computer room. Writes a history, then judges it. */
export async function soakReservations(size: SoakSize, runPid: number, keep: (event: ReservationEvent) => void = () => {}): Promise<SoakResult> {
  const started = performance.now()
  const events: ReservationEvent[] = []
  const note = (event: ReservationEvent) => {
    events.push(event)
    keep(event)
  }
  const cluster = await startThrowawayCluster({ runPid, settings: { fsync: 'on' } })
  const ends: (() => Promise<unknown>)[] = [() => cluster.stop()]
  try {
    await migrate(cluster.url)
    const { db, client: sql, close } = connect(cluster.url, 3)
    ends.unshift(close)
    const system = { db, actor: systemActor('soak', 'soak'), settings: { sessionRetentionMs: 1e12, deadGraceMs: null }, hint: () => {} }
    const { secret: token, token: { id: tokenId } } = await makeToken(system, MakeToken.parse({ name: 'soak', role: 'agent' }))
    await seedLiving(sql, tokenId)
    const environment = { LOG_LEVEL: 'warn', MUSTER_RATE_PER_SECOND: '1000000' }
    const running = await Promise.all([spawnServer(cluster.url, environment), spawnServer(cluster.url, environment)])
    ends.unshift(() => Promise.all(running.map((server) => server.kill())))
    const servers = running.map(({ url }) => url)
    const logs: string[] = []

    const kill = async (at: 0 | 1) => {
      logs.push(running[at].log())
      await running[at].kill()
      running[at] = await spawnServer(cluster.url, { ...environment, PORT: new URL(servers[at]!).port })
    }
    const faults: Fault[] = []
    const trouble = [
      { what: 'the second server was killed and restarted', work: () => kill(1) },
      { what: 'Postgres was restarted', work: () => cluster.restart() },
      { what: 'the first server was killed and restarted', work: () => kill(0) },
      { what: 'Postgres was killed and recovered', work: async () => cluster.crash().then(() => cluster.start()) },
    ]
    let suffering = Promise.resolve()
    const suffer = async (n: number) => {
      const { what, work } = trouble[n % trouble.length]!
      const from = performance.now()
      await work()
      // Leases of the dead run out, and what they were given is taken back.
      faults.push({ kind: 'fault', what, from, to: performance.now() + 15_000 })
      note(faults.at(-1)!)
    }
    const every = Math.ceil(size.rounds / (size.faults + 1))
    const client = new ReservationClient({ servers, token, note })
    const tally = await driveReservations({
      ...size, client, servers, token,
      onRound: (round) => {
        if (round % every === 0 && round < size.rounds) suffering = suffering.then(() => suffer(round / every - 1))
      },
    })
    await suffering
    client.close()
    for (const tenure of await tenures(sql)) note(tenure)
    logs.push(...running.map((server) => server.log()))
    return { tally, findings: judgeReservations(events), counts: count(events), faults, logs, seconds: (performance.now() - started) / 1000 }
  } finally {
    for (const end of ends) await end()
  }
}

/** So many others are alive that those who fall silent here are no mass death (LIV-10). */
const seedLiving = (sql: Client, tokenId: string) => sql`
  with made as (
    insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, last_progress_at, registered_by, owner_id, announced_state)
    select 'living-' || n, 'living ' || n, 'elsewhere', 'work/' || n, gen_random_uuid(), 86400000, clock_timestamp(), clock_timestamp(), 'token soak', ${tokenId}, 'heartbeat progressing'
    from generate_series(1, 200) n returning id)
  insert into session_beats (session_id, last_beat_at, beats, timeout_ms) select id, clock_timestamp(), true, 3600000 from made`

const tenures = (sql: Client) => sql<Tenure[]>`
  select 'tenure' as kind, t.name as thread, r.session_id as session, r.generation::int as generation,
    extract(epoch from r.reserved_at)::float8 * 1000 as "reservedAt", extract(epoch from r.released_at)::float8 * 1000 as "releasedAt", r.released_as as "releasedAs"
  from reservations r join threads t on t.id = r.thread_id where t.workspace = 'soak' order by t.name, r.generation`

function count(events: ReservationEvent[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const event of events) {
    const what = event.kind === 'call' ? `${event.op} ${event.outcome.is === 'refused' ? event.outcome.code : event.outcome.is}${'waitMs' in event && event.waitMs > 0 ? ' (waiting)' : ''}` : event.kind
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}
