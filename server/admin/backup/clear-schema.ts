import { type TransactionSql } from 'postgres'
import { AdminError } from '../usage.ts'
import { knownTables } from './apply-migrations.ts'
import { listTables } from './list-tables.ts'

/** Makes room for a backup, in the transaction that loads it. Only what is known to be Muster's is dropped. */
export async function clearSchema(tx: TransactionSql, { replace, inFile }: { replace: boolean; inFile: string[] }) {
  const there = (await listTables(tx)).map(({ name }) => name)
  if (there.length > 0 && !replace)
    throw new AdminError('This database is not empty.', 'Add --replace to restore in place of what is there, or name an empty database.')
  const ours = new Set([...knownTables(), ...inFile])
  const foreign = there.filter((name) => !ours.has(name))
  if (foreign.length > 0)
    throw new AdminError(
      `This database also holds tables that this Muster does not know: ${foreign.join(', ')}.`,
      'They would be lost, so nothing was done. Restore into an empty database instead.',
    )
  await tx`drop table if exists drizzle.__drizzle_migrations`
  for (const { statement } of await findDrops(tx)) await tx.unsafe(statement)
}

/** Views, tables, functions and types of the schema public, without what extensions brought. */
function findDrops(tx: TransactionSql) {
  return tx<{ statement: string }[]>`
    with fromExtensions as (select classid, objid from pg_depend where deptype = 'e'),
    drops as (
      select 1 as step, 'pg_class'::regclass as class, oid, 'drop view if exists ' || oid::regclass || ' cascade' as statement
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      union all select 2, 'pg_class'::regclass, oid, 'drop table if exists ' || oid::regclass || ' cascade'
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all select 3, 'pg_proc'::regclass, oid, 'drop routine if exists ' || oid::regprocedure || ' cascade'
      from pg_proc where pronamespace = 'public'::regnamespace
      union all select 4, 'pg_type'::regclass, oid, 'drop type if exists ' || oid::regtype || ' cascade'
      from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    )
    select statement from drops where (class, oid) not in (select classid, objid from fromExtensions) order by step, statement`
}
