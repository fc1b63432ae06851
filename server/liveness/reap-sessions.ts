import { sql, type SQL } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Reaped, type ReapSessions } from '../../contract/liveness.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { abandonDead } from './abandon-dead.ts'

/** Abandons the dead owner of one thread, the dead of one workspace, or all of them (LIV-8). */
export async function reapSessions(ctx: Context, { workspace, thread, reason }: ReapSessions): Promise<Reaped> {
  if (thread !== undefined && workspace === undefined)
    throw new DomainError('invalid_input', 'A thread is named within its workspace.', {
      where: 'body', fields: [{ field: 'workspace', problem: 'is needed where a thread is named' }],
    })
  const reaped = await abandonDead(ctx, { where: whose(workspace, thread), reason: () => reason })
  const [kind, id, name] = thread === undefined
    ? ['fleet', workspace ?? 'all', workspace ?? 'all workspaces']
    : ['thread', `${workspace} ${thread}`, thread]
  await transaction(ctx, (tx) => recordAudit(tx, { action: 'sessions.reaped', target: { kind, id, name }, workspace, reason, after: reaped }))
  return reaped
}

function whose(workspace: string | undefined, thread: string | undefined): SQL {
  if (workspace === undefined) return sql`true`
  if (thread === undefined) return sql`j.workspace = ${workspace}`
  return sql`j.id in (
    select r.session_id from reservations r join threads t on t.id = r.thread_id
    where t.workspace = ${workspace} and t.name = ${thread} and r.released_at is null)`
}
