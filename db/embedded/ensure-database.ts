import postgres from 'postgres'
import type { Cluster } from './cluster.ts'

const name = 'muster'

/** Only the owner of the guard calls this, so nobody else makes it at the same time. */
export async function ensureDatabase(cluster: Cluster, port: number) {
  const sql = postgres(await cluster.url(port, 'postgres'), { max: 1, fetch_types: false })
  try {
    const there = await sql`select from pg_database where datname = ${name}`
    if (there.length === 0) await sql.unsafe(`create database ${name}`)
  } finally {
    await sql.end()
  }
  return cluster.url(port, name)
}
