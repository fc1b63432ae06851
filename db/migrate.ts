import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import { connectDirect } from './client.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Held while the schema changes. */
export const migrationLock = 0x6d757374 // "must"

export class SchemaTooNew extends Error {}
export class PostgresTooOld extends Error {}

type Journal = { entries: { when: number; tag: string }[] }

/** Brings the schema up to this code's. Several processes may call it at once: one works, the others wait and find it done. */
export async function migrate(url: string): Promise<void> {
  const client = connectDirect(url)
  try {
    const [server] = await client<{ number: number }[]>`select current_setting('server_version_num')::int as number`
    if (server!.number < 150_000) throw new PostgresTooOld(`Muster needs PostgreSQL 15 or newer; this one is ${Math.floor(server!.number / 10_000)}.`)
    await client`select pg_advisory_lock(${migrationLock})`
    await refuseNewerSchema(client)
    await client`set lock_timeout = '10s'`
    await runMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.end({ timeout: 5 })
  }
}

async function refuseNewerSchema(client: ReturnType<typeof connectDirect>) {
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as Journal
  const known = Math.max(0, ...journal.entries.map((entry) => entry.when))
  const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') is not null as there`
  if (!table!.there) return
  const [newest] = await client`select coalesce(max(created_at), 0)::float8 as at from drizzle.__drizzle_migrations`
  if (newest!.at > known)
    throw new SchemaTooNew(
      'This database was migrated by a newer Muster than this one. Update this one, or use another database.',
    )
}
