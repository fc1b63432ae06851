import { sql, type SQL } from 'drizzle-orm'
import { hasWildcard, readComparison, splitNegation, type ComparedThing } from '../../contract/filter-values.ts'
import { type NegatedField, type SessionFilter } from '../../contract/sessions.ts'
import { json } from '../../db/json.ts'

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
const pattern = (wanted: string) => escaped(wanted).replaceAll(/\*+/g, '%')

const among = (column: SQL, values: readonly string[]) => {
  const plain = values.filter((value) => !hasWildcard(value))
  const either = [
    ...(plain.length > 0 ? [sql`${column} in (${sql.join(plain.map((value) => sql`${value}`), sql`, `)})`] : []),
    ...values.filter(hasWildcard).map((value) => sql`${column} like ${pattern(value)}`),
  ]
  return sql`(${sql.join(either, sql` or `)})`
}

const hasLabel = (label: string) => {
  const at = label.indexOf('=')
  const [key, value] = at < 0 ? [label, null] : [label.slice(0, at), label.slice(at + 1)]
  if (value === null) return sql`v.labels ? ${key}`
  return hasWildcard(value) ? sql`v.labels ->> ${key} like ${pattern(value)}` : sql`v.labels @> ${json({ [key]: value })}`
}

const texts = [
  sql`v.name`, sql`v.id`, sql`v.thread`, sql`v.activity`, sql`v.model`, sql`v.harness`,
  sql`v.hostname`, sql`v."hostId"`, sql`v."worktreePath"`,
]
// A word has no white space in it, so it can't reach over a line break from one field into the next.
const hasWord = (word: string) => sql`concat_ws(e'\\n', ${sql.join(texts, sql`, `)}) ilike ${`%${escaped(word)}%`}`

const all = (conditions: SQL[]) => (conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`)

/** One line per field, as in contract/match-session.ts. A condition that is null does not fit. */
const has: Record<NegatedField, (wanted: readonly string[]) => SQL> = {
  status: (wanted) => among(sql`v.status`, wanted),
  liveness: (wanted) => among(sql`v.liveness ->> 'verdict'`, wanted),
  progress: (wanted) => among(sql`v.progress`, wanted),
  needs: () => sql`v.status = 'active' and (v.progress in ('waiting', 'stalled') or v.liveness ->> 'verdict' = 'dead' and exists (
    select 1 from reservations r where r.session_id = v.id and r.released_at is null))`,
  workspace: (wanted) => among(sql`v.workspace`, wanted),
  thread: (wanted) => among(sql`v.thread`, wanted),
  host: (wanted) => sql`(${among(sql`v."hostId"`, wanted)} or ${among(sql`v.hostname`, wanted)})`,
  harness: (wanted) => among(sql`v.harness`, wanted),
  provider: (wanted) => among(sql`v.provider`, wanted),
  model: (wanted) => among(sql`v.model`, wanted),
  label: (wanted) => all(wanted.map(hasLabel)),
  parent: (wanted) => among(sql`v."nativeParentActorKey"`, wanted),
  q: (wanted) => all(wanted.flatMap((q) => q.split(/\s+/).filter(Boolean)).map(hasWord)),
}
const fields = Object.keys(has) as NegatedField[]

const counter = (name: string) => sql`(v.usage ->> ${name})::numeric`
const since = (at: SQL) => sql`case when v.status = 'active' then extract(epoch from clock_timestamp() - ${at}) end`
const measures: Record<ComparedThing, SQL> = {
  cost: sql`${counter('costMicroUsd')} / 1000000`,
  tokens: sql`coalesce(${counter('inputTokens')} + ${counter('outputTokens')}, ${counter('inputTokens')}, ${counter('outputTokens')})`,
  age: sql`extract(epoch from coalesce(v."completedAt", clock_timestamp()) - v."startedAt")`,
  beat: since(sql`v."lastBeatAt"`),
  progress: since(sql`v."lastProgressAt"`),
}

function compares(text: string): SQL {
  const { thing, more, than } = readComparison(text)
  return more ? sql`${measures[thing]} > ${than}::numeric` : sql`${measures[thing]} < ${than}::numeric`
}

/** Only active sessions have these: saying so keeps the planner away from history. */
const impliesActive = ({ liveness, progress, needs, compare = [] }: SessionFilter) =>
  [progress, needs].some((wanted) => wanted !== undefined && wanted.length > 0) ||
  (liveness !== undefined && liveness.length > 0 && !liveness.includes('ended')) ||
  compare.some((one) => /^(beat|progress)/.test(one))

/** Any combination of filters as one condition over `session_view v` (SES-12). */
export function sessionFilter(filter: SessionFilter): SQL {
  const conditions = fields.flatMap((field) => {
    const value = filter[field] ?? []
    const wanted = typeof value === 'string' ? [value] : value
    return wanted.length === 0 ? [] : [has[field](wanted)]
  })
  if (impliesActive(filter)) conditions.unshift(sql`v.status = 'active'`)
  for (const negation of filter.not ?? []) {
    const [field, value] = splitNegation(negation)
    conditions.push(sql`(${has[field as NegatedField]([value])}) is not true`)
  }
  return all([...conditions, ...(filter.compare ?? []).map(compares)])
}
