import { type ReadComparison, fitsPattern, hasWildcard, readComparison, splitNegation } from './filter-values.ts'
import { type NegatedField, type Session, type SessionFilter } from './sessions.ts'

const fits = (value: string, wanted: string) => (hasWildcard(wanted) ? fitsPattern(value, wanted) : value === wanted)

const among = (wanted: readonly string[], ...values: (string | null)[]) =>
  values.some((value) => value !== null && wanted.some((one) => fits(value, one)))

function hasLabel(labels: Session['labels'], wanted: string): boolean {
  const at = wanted.indexOf('=')
  const key = at === -1 ? wanted : wanted.slice(0, at)
  if (!Object.hasOwn(labels, key)) return false
  return at === -1 || fits(labels[key]!, wanted.slice(at + 1))
}

function hasWords(session: Session, q: string): boolean {
  const { name, id, thread, activity, model, harness, hostId, hostname, worktreePath } = session
  const text = [name, id, thread, activity, model, harness, hostId, hostname, worktreePath].join('\n').toLowerCase()
  return q.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}

/** Who can't go on without a person: it waits for one, stands still, or died with a thread in its hands. */
export const needsYou = ({ status, progress, liveness, holds }: Pick<Session, 'status' | 'progress' | 'liveness' | 'holds'>) =>
  status === 'active' && (progress === 'waiting' || progress === 'stalled' || (liveness.verdict === 'dead' && holds.length > 0))

/** One line per field: does the session have one of these values? The same stands in SQL in server/sessions/session-filter.ts. */
const has: Record<NegatedField, (session: Session, wanted: readonly string[]) => boolean> = {
  status: ({ status }, wanted) => among(wanted, status),
  liveness: ({ liveness }, wanted) => among(wanted, liveness.verdict),
  progress: ({ progress }, wanted) => among(wanted, progress),
  needs: (session) => needsYou(session),
  workspace: ({ workspace }, wanted) => among(wanted, workspace),
  thread: ({ thread }, wanted) => among(wanted, thread),
  host: ({ hostId, hostname }, wanted) => among(wanted, hostId, hostname),
  harness: ({ harness }, wanted) => among(wanted, harness),
  provider: ({ provider }, wanted) => among(wanted, provider),
  model: ({ model }, wanted) => among(wanted, model),
  label: ({ labels }, wanted) => wanted.every((one) => hasLabel(labels, one)),
  parent: ({ nativeParentActorKey }, wanted) => among(wanted, nativeParentActorKey),
  q: (session, wanted) => wanted.every((q) => hasWords(session, q)),
}
const fields = Object.keys(has) as NegatedField[]

/** null: it has nothing to compare. */
function measure(session: Session, thing: ReadComparison['thing'], nowMs: number): number | null {
  const { usage, status, startedAt, completedAt, lastBeatAt, lastProgressAt } = session
  const since = (at: string | null) => (at === null || status !== 'active' ? null : (nowMs - Date.parse(at)) / 1000)
  switch (thing) {
    case 'cost':
      return usage.costMicroUsd
    case 'tokens':
      return usage.inputTokens === null && usage.outputTokens === null ? null : (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
    case 'age':
      return ((completedAt === null ? nowMs : Date.parse(completedAt)) - Date.parse(startedAt)) / 1000
    case 'beat':
      return since(lastBeatAt)
    case 'progress':
      return since(lastProgressAt)
  }
}

function compares(session: Session, text: string, nowMs: number): boolean {
  const { thing, more, than } = readComparison(text)
  const mine = measure(session, thing, nowMs)
  const limit = thing === 'cost' ? Math.round(Number(than) * 1_000_000) : Number(than)
  return mine !== null && (more ? mine > limit : mine < limit)
}

const listed = (value: SessionFilter[NegatedField]): readonly string[] => (typeof value === 'string' ? (value.trim() === '' ? [] : [value.trim()]) : (value ?? []))

/** The filter, said for one session: a page decides with it whether one that changed belongs in a list that is on screen. */
export const matchSession = (session: Session, filter: SessionFilter, nowMs: number): boolean =>
  fields.every((field) => {
    const wanted = listed(filter[field])
    return wanted.length === 0 || has[field](session, wanted)
  }) &&
  (filter.not ?? []).every((negation) => {
    const [field, value] = splitNegation(negation)
    return !has[field as NegatedField](session, [value])
  }) &&
  (filter.compare ?? []).every((comparison) => compares(session, comparison, nowMs))

/** Some filters let a session in or out by time alone, of which no change tells. */
export const movesWithTime = ({ compare = [] }: SessionFilter) => compare.some((one) => !/^(cost|tokens)/.test(one))
