import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type TransactionSql } from 'postgres'

const folder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

export const knownMigrations = () => readMigrationFiles({ migrationsFolder: folder })

/** By the newest snapshot of the schema that stands beside the migrations. */
export function knownTables(): string[] {
  const number = String(knownMigrations().length - 1).padStart(4, '0')
  const snapshot = JSON.parse(readFileSync(`${folder}/meta/${number}_snapshot.json`, 'utf8')) as { tables: Record<string, { name: string }> }
  return Object.values(snapshot.tables).map(({ name }) => name)
}

/** Drizzle's own migrator commits by itself and knows no stop on the way; here old rows are to be loaded in the middle. */
export async function applyMigrations(tx: TransactionSql, { after, upTo }: { after: number; upTo: number }) {
  await tx`create schema if not exists drizzle`
  await tx`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  for (const { sql, hash, folderMillis } of knownMigrations()) {
    if (folderMillis <= after || folderMillis > upTo) continue
    for (const statement of sql) await tx.unsafe(statement)
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  }
}
