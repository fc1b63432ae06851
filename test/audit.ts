import { type z } from 'zod'
import { type AuditEntry, ListAudit } from '../contract/audit.ts'
import { type Client } from '../db/client.ts'
import { type Actor, type Context } from '../server/context.ts'
import { listAudit } from '../server/audit/list-audit.ts'

export const anna: Actor = { kind: 'person', id: 'p-anna', name: 'Anna', role: 'operator', workspace: null }
export const as = (ctx: Context, actor: Actor): Context => ({ ...ctx, actor })

/** The trail as a viewer reads it, all pages of it. */
export async function trail(ctx: Context, filter: z.input<typeof ListAudit> = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let cursor: string | null | undefined
  do {
    const page = await listAudit(ctx, ListAudit.parse({ limit: 1000, ...filter, ...(cursor && { cursor }) }))
    entries.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return entries
}

/** Many plausible entries at once, a second apart and up to now; `say` is an SQL expression of `n`. */
export const writeEntries = (client: Client, count: number, say = `'it was time ' || n`) =>
  client.unsafe(`
    insert into audit (at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, workspace, reason, before, after)
    select clock_timestamp() - (${count} - n) * interval '1 second', (array['person','token','system'])[1 + n % 3],
      'actor-' || n % 50, 'Actor ' || n % 50, (array['session.ended','session.deleted','person.signed_in','token.made'])[1 + n % 4],
      (array['session','person','token'])[1 + n % 3], 'target-' || n % 1000, 'Target ' || n % 1000, 'space-' || n % 5, ${say},
      '{"status": "active"}', jsonb_build_object('status', 'abandoned', 'n', n)
    from generate_series(1, ${count}) n`)

/** Actions whose line was committed by another transaction than the act: nothing else was announced with it. */
export async function writtenAlone(client: Client): Promise<string[]> {
  const rows = await client<{ action: string }[]>`
    select distinct a.body ->> 'action' as action from changes a
    where topic = 'audit' and not exists (select from changes b where b.xid = a.xid and b.topic <> 'audit')`
  return rows.map(({ action }) => action)
}
