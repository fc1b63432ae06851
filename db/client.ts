import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

export type Db = PostgresJsDatabase
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type Client = postgres.Sql

const connection = {
  application_name: 'muster',
  TimeZone: 'UTC',
  // One stuck transaction would hold back the feed's watermark for everybody.
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
}

/** Seconds until a lost connection is tried again. The driver's own grows to 20 s over all connections of a pool together. */
const backoff = (attempt: number) => Math.min(0.01 * 2 ** attempt, 0.5) * (0.5 + Math.random() / 2)

/**
 * The one way to Postgres. `drizzle()` switches off the client's parsers for times and its serialisers for JSON, so
 * through here a time goes in and comes out as text, and JSON goes in as JSON text with a cast (`json()`).
 */
export const connect = (url: string, max = 20): { db: Db; client: Client; close: () => Promise<void> } => {
  const client = postgres(url, { max, connection, onnotice: () => {}, connect_timeout: 10, backoff })
  return { db: drizzle(client), client, close: () => client.end({ timeout: 2 }) }
}

/** A single connection of its own, for LISTEN and for locks that live as long as it. */
export const connectDirect = (url: string): Client =>
  postgres(url, { max: 1, connection: { application_name: 'muster direct', TimeZone: 'UTC' }, onnotice: () => {}, max_lifetime: null, backoff })
