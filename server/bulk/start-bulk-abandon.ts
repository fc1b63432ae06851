import { sql, type SQL } from 'drizzle-orm'
import { type BulkJob, maxBulk, type StartBulk } from '../../contract/bulk.ts'
import { DomainError } from '../../contract/errors.ts'
import { json } from '../../db/json.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { withinReach } from '../sessions/visible.ts'
import { announceJob } from './announce-job.ts'
import { meant, type Which } from './meant.ts'

/**
 * Writes down who is meant at the moment of the confirmation; whichever process is free does them one by one (OPS-2). All
 * that match must be as many as were confirmed. Of a selection those that ended since are skipped and said: each was named.
 */
export function startBulkAbandon(ctx: Context, { which, reason, count, now }: StartBulk): Promise<BulkJob> {
  return transaction(ctx, async (tx) => {
    const filter = 'filter' in which ? json(which.filter) : null
    const { kind, id: actorId, name } = tx.actor
    const [job] = await tx.db.execute<{ id: string }>(sql`
      insert into bulk_jobs (filter, reason, now, actor, total, started_at, lease_until)
      select ${filter}, ${reason}, ${now}, ${json({ kind, id: actorId, name })}, 0, at, at from (select clock_timestamp() as at) t
      returning id`)
    const id = job!.id
    const { total, active } = await writeItems(tx, id, which)
    const changed = 'ids' in which ? active > count : active !== count
    if (changed) throw changedMeanwhile(count, active)
    await tx.db.execute(sql`
      update bulk_jobs set total = ${total}, workspace = (
        select min(s.workspace) from bulk_items i join sessions s on s.id = i.session_id where job_id = ${id} having count(distinct s.workspace) = 1)
      where id = ${id}`)
    const started = await announceJob(tx, id)
    await recordAudit(tx, {
      action: 'bulk.started', target: { kind: 'bulk', id, name: reason }, workspace: started.workspace, reason,
      after: { total, now, ...('filter' in which && { filter: which.filter }) },
    })
    return started
  })
}

/** In the order of the list; what was selected and is not active comes after, to be said so. */
async function writeItems(tx: Context, id: string, which: Which) {
  const [written] = await tx.db.execute<{ total: number; active: number }>(sql`
    with meant as materialized (${meant(tx, which)}), all_of_them as (
      select id, name, row_number() over (order by started_at desc, id collate "C" desc) as place from meant
      ${'ids' in which ? notActive(tx, which.ids) : sql``}
    ), written as (
      insert into bulk_items (job_id, place, session_id, session_name)
      select ${id}, row_number() over (order by place, id collate "C"), id, name from all_of_them returning session_id)
    select (select count(*)::int from written) as total, (select count(*)::int from meant) as active`)
  return written!
}

const notActive = (tx: Context, ids: string[]): SQL => sql`
  union all select asked.id, coalesce(s.name, asked.id), ${maxBulk + 1}
  from (select distinct jsonb_array_elements_text(${json(ids)}) as id) asked
  left join sessions s on s.id = asked.id and ${withinReach(tx, { id: sql`s.id`, workspace: sql`s.workspace` })}
  where not exists (select from meant m where m.id = asked.id)`

function changedMeanwhile(confirmed: number, active: number): DomainError {
  const capped = active > maxBulk
  const count = Math.min(active, maxBulk)
  const said = capped ? `more than ${maxBulk}` : `${count}`
  return new DomainError('changed_meanwhile', `${confirmed} were confirmed, and it would be ${said} by now. Nothing was done.`, { confirmed, count, capped })
}
