import { sql } from 'drizzle-orm'
import { type SetAnchor, type Thread } from '../../contract/threads.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { announceThreads } from './announce-threads.ts'
import { threadNotFound } from './view-thread.ts'

/** The state that the next owner builds on, by an operator: else only an owner that releases says it (RSV-8). */
export function setThreadAnchor(ctx: Context, id: string, { anchor, reason }: SetAnchor): Promise<Thread> {
  return transaction(ctx, async (tx) => {
    const [before] = await tx.db.execute<{ name: string; workspace: string; anchor: string | null }>(sql`
      select name, workspace, anchor from threads
      where id = ${id} and ${ctx.actor.workspace === null ? sql`true` : sql`workspace = ${ctx.actor.workspace}`} for update`)
    if (!before) throw threadNotFound(id)
    await tx.db.execute(sql`update threads set anchor = ${anchor} where id = ${id}`)
    const [thread] = await announceThreads(tx, [id])
    await recordAudit(tx, {
      action: 'thread.anchor_set', target: { kind: 'thread', id, name: before.name }, workspace: before.workspace, reason,
      before: { anchor: before.anchor }, after: { anchor },
    })
    return thread!
  })
}
