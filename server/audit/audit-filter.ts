import { sql, type SQL } from 'drizzle-orm'
import { type AuditFilter } from '../../contract/audit.ts'
import { type Context } from '../context.ts'

const oneOf = (column: SQL, values: readonly string[] | undefined) =>
  values && values.length > 0 ? sql`${column} in (${sql.join(values.map((value) => sql`${value}`), sql`, `)})` : undefined

const either = (one: SQL | undefined, other: SQL | undefined) => (one && other ? sql`(${one} or ${other})` : undefined)

const words = [sql`actor_name`, sql`action`, sql`target_name`, sql`target_id`, sql`reason`]
const hasWord = (word: string) => {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  // A word has no white space in it, so it can't reach over a line break from one field into the next.
  return sql`concat_ws(e'\\n', ${sql.join(words, sql`, `)}) ilike ${pattern}`
}

/** Any combination of filters as one condition over `audit`. Who is limited to a workspace sees what was done in it. */
export function auditFilter({ actor: { workspace } }: Context, filter: AuditFilter): SQL {
  const conditions = [
    workspace === null ? undefined : sql`workspace = ${workspace}`,
    either(oneOf(sql`actor_id`, filter.actor), oneOf(sql`actor_name`, filter.actor)),
    oneOf(sql`action`, filter.action),
    oneOf(sql`target_kind`, filter.targetKind),
    oneOf(sql`target_id`, filter.target),
    oneOf(sql`workspace`, filter.workspace),
    filter.from === undefined ? undefined : sql`at >= ${filter.from}::timestamptz`,
    filter.to === undefined ? undefined : sql`at < ${filter.to}::timestamptz`,
    ...(filter.q?.split(/\s+/).filter(Boolean) ?? []).map(hasWord),
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
