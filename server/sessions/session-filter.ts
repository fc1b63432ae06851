import { sql, type SQL } from 'drizzle-orm'
import { type SessionFilter } from '../../contract/sessions.ts'
import { json } from '../../db/json.ts'

const oneOf = (column: SQL, values: readonly string[] | undefined) =>
  values && sql`${column} in (${sql.join(values.map((value) => sql`${value}`), sql`, `)})`

const hasLabel = (label: string) => {
  const split = label.indexOf('=')
  return split < 0 ? sql`v.labels ? ${label}` : sql`v.labels @> ${json({ [label.slice(0, split)]: label.slice(split + 1) })}`
}

const words = [
  sql`v.name`, sql`v.id`, sql`v.thread`, sql`v.activity`, sql`v.model`, sql`v.harness`,
  sql`v.hostname`, sql`v."hostId"`, sql`v."worktreePath"`,
]
const hasWord = (word: string) => {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  // A word has no white space in it, so it can't reach over a line break from one field into the next.
  return sql`concat_ws(e'\\n', ${sql.join(words, sql`, `)}) ilike ${pattern}`
}

/** Only active sessions have these: saying so keeps the planner away from history. */
const impliesActive = ({ liveness, progress }: SessionFilter) =>
  progress !== undefined || (liveness !== undefined && !liveness.includes('ended'))

/** Any combination of filters as one condition over `session_view v` (SES-12). */
export function sessionFilter(filter: SessionFilter): SQL {
  const conditions = [
    oneOf(sql`v.status`, filter.status),
    impliesActive(filter) ? sql`v.status = 'active'` : undefined,
    oneOf(sql`v.liveness ->> 'verdict'`, filter.liveness),
    oneOf(sql`v.progress`, filter.progress),
    oneOf(sql`v.workspace`, filter.workspace),
    oneOf(sql`v.thread`, filter.thread),
    filter.host && sql`(${oneOf(sql`v."hostId"`, filter.host)} or ${oneOf(sql`v.hostname`, filter.host)})`,
    oneOf(sql`v.harness`, filter.harness),
    oneOf(sql`v.provider`, filter.provider),
    oneOf(sql`v.model`, filter.model),
    oneOf(sql`v."nativeParentActorKey"`, filter.parent),
    ...(filter.label ?? []).map(hasLabel),
    ...(filter.q?.split(/\s+/).filter(Boolean) ?? []).map(hasWord),
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
