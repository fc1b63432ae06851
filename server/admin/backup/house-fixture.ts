import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { afterAll } from 'vitest'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'muster-backup-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database with nothing in it, on the cluster of this address. */
export async function emptyDatabase(clusterUrl: string): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await onClient(clusterUrl, (sql) => sql.unsafe(`create database ${name}`))
  afterAll(() => onClient(clusterUrl, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)))
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function onClient<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Every row of every table as text, by table: what two databases must share to be the same. */
export const contents = (url: string) =>
  onClient(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
    const found: Record<string, string[]> = {}
    for (const { name } of tables)
      found[name] = (await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t order by 1`).map(({ row }) => row)
    return found
  })
