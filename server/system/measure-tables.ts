import { sql } from 'drizzle-orm'
import { type ServerInfo } from '../../contract/server-info.ts'
import { type Context } from '../context.ts'
import { type GrowingTable, retention } from './retention.ts'

const countCap = 10_000

type Row = { table: GrowingTable; bytes: number; rows: number }

/** Rows are counted up to a cap: a table of millions must not make the page slow. */
export async function measureTables(ctx: Pick<Context, 'db'>): Promise<ServerInfo['retention']> {
  const tables = Object.keys(retention) as GrowingTable[]
  const measured = await ctx.db.execute<Row>(sql.join(
    tables.map((table) => sql`
      select ${table}::text as table, pg_total_relation_size(${table}::regclass)::float8 as bytes,
        (select count(*)::int from (select 1 from ${sql.identifier(table)} limit ${countCap + 1}) r) as rows`),
    sql` union all `,
  ))
  return measured.map(({ table, bytes, rows }) => ({
    table,
    ...retention[table],
    bytes,
    rows: { count: Math.min(rows, countCap), capped: rows > countCap },
  }))
}
