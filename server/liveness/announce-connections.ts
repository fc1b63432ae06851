import { sql } from 'drizzle-orm'
import { recordChanges } from '../changes/record-changes.ts'
import { type Context } from '../context.ts'
import { tellVerdicts } from './announce-verdicts.ts'

/** Tells browsers of sessions whose connection came or went, also where that changes no verdict. Their rows must be locked. */
export async function announceConnections(tx: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const told = await tellVerdicts(tx, sql`s.id in ${ids}`, ids.length)
  const others = ids.filter((id) => !told.includes(id))
  if (others.length === 0) return
  await recordChanges(
    tx,
    'session',
    sql`select v.id, n.version, v.workspace, (to_jsonb(v) || jsonb_build_object('version', n.version))::json from n join session_view v on v.id = n.id`,
    sql`with n as (update sessions set version = version + 1 where status = 'active' and id in ${others} returning id, version)`,
  )
}
