import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../test/postgres-cluster.ts'
import { connect } from './client.ts'
import { isUnreachable } from './sql-state.ts'

const url = await createDatabase()

/** Ends the backend under a transaction that is between two statements, and waits until our side has noticed. */
async function loseConnection() {
  const { db, close } = connect(url, 1)
  onTestFinished(close)
  const killer = postgres(url, { max: 1 })
  onTestFinished(() => killer.end())
  const lost = db.transaction(async (tx) => {
    const [backend] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await killer`select pg_terminate_backend(${backend!.pid})`
    // The first statement may meet the dying backend, the later ones meet none: each must be refused.
    for (const text of ['short', 'long'.repeat(500), 'short'])
      await tx.execute(sql`select ${text}::text`).then(
        () => expect.fail('a statement ran without a connection'),
        (error: unknown) => expect(isUnreachable(error)).toBe(true),
      )
    return 'committed'
  })
  return { db, lost }
}

test('a transaction that loses its connection is refused, and the process goes on', async () => {
  const { lost } = await loseConnection()
  await expect(lost).rejects.toSatisfy(isUnreachable)
})

test('the pool opens a lost connection again', async () => {
  const { db, lost } = await loseConnection()
  await lost.catch(() => {})
  for (const n of [1, 2, 3]) expect(await db.execute(sql`select ${n}::int as n`)).toMatchObject([{ n }])
})
