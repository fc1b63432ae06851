import { type Client } from '../db/client.ts'

/** Every row of every table with the transaction that wrote it: equal means that nothing was written, not even the same again. */
export async function everyRow(client: Client): Promise<Record<string, string[]>> {
  const tables = await client<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await client<{ row: string }[]>`select xmin || ' ' || ctid || ' ' || to_jsonb(t)::text as row from ${client(name)} t order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}
