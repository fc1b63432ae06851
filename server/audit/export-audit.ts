import { sql } from 'drizzle-orm'
import { type AuditEntry, type ExportAudit } from '../../contract/audit.ts'
import { type Context } from '../context.ts'
import { auditColumns } from './audit-columns.ts'
import { auditFilter } from './audit-filter.ts'
import { after, type AuditPlace, newestFirst, placeOf } from './audit-place.ts'
import { csvHead, csvLine } from './csv.ts'

export type AuditFile = { name: string; type: string; text: AsyncGenerator<string> }

const batchSize = 1_000
const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const

/**
 * All that was written before now and fits, in the order of the list. One short statement per batch, each made when
 * the reader wants it: nothing gathers here, and no open transaction holds back the feed while somebody reads slowly.
 */
export async function exportAudit(ctx: Context, { format, ...filter }: ExportAudit): Promise<AuditFile> {
  const [start] = await ctx.db.execute<{ last: number; today: string }>(
    sql`select coalesce(max(id), 0)::float8 as last, to_char(clock_timestamp(), 'YYYY-MM-DD') as today from audit`,
  )
  const { last, today } = start!
  const read = async (place: AuditPlace | null) => {
    const rows = await ctx.db.execute<{ entry: AuditEntry }>(sql`
      select to_json(e) as entry from (
        select ${auditColumns} from audit
        where ${auditFilter(ctx, filter)} and id <= ${last}::bigint and ${after(place)} ${newestFirst} limit ${batchSize}
      ) e ${newestFirst}`)
    return rows.map(({ entry }) => entry)
  }
  // Before the first byte is sent, so that what fails here is still answered as a refusal.
  const first = await read(null)
  const line = format === 'csv' ? csvLine : (entry: AuditEntry) => `${JSON.stringify(entry)}\n`

  async function* text() {
    if (format === 'csv') yield csvHead
    for (let batch = first; batch.length > 0; batch = await read(placeOf(batch.at(-1)!))) {
      yield batch.map(line).join('')
      if (batch.length < batchSize) return
    }
  }
  return { name: `muster-audit-${today}.${format}`, type: types[format], text: text() }
}
