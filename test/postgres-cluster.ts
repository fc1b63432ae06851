import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, inject } from 'vitest'
import { hasPostgres, startThrowawayCluster, type ClusterOptions, type TestCluster } from './start-cluster.ts'

export { hasPostgres, type TestCluster }

/** A migrated database of this test file's own, cloned from the run's template and dropped after the file. */
export async function createDatabase(): Promise<string> {
  const { url, template } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(url, (sql) => sql.unsafe(`create database ${name} template ${template}`))
  afterAll(() => onServer(url, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`)))
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** A cluster of this test file's own: for files that hold transactions open, restart Postgres or time the feed. */
export async function startCluster(options: Omit<ClusterOptions, 'runPid'> = {}): Promise<TestCluster> {
  return startThrowawayCluster({ ...options, runPid: inject('postgres').runPid })
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
