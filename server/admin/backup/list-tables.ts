import { type ISql } from 'postgres'

export type Table = { name: string; columns: string[]; needs: string[] }

/** The tables of the schema public, without what extensions brought; each after those that its foreign keys name. */
export async function listTables(sql: ISql): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select c.relname::text as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      array(
        select r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid
      ) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
  return inOrder([...tables])
}

export function inOrder(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => needs.every((name) => !waiting.has(name)))
    if (ready.length === 0) throw new Error(`Foreign keys in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) waiting.delete(table.name)
    sorted.push(...ready)
  }
  return sorted
}
