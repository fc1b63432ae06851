import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { connect } from '../db/client.ts'
import { openFeed } from '../server/changes/open-feed.ts'
import { type Actor, type Context } from '../server/context.ts'

const days = 86_400_000

export const agentActor = (name: string, given: Partial<Actor> = {}): Actor => ({
  kind: 'token', id: randomUUID(), name, role: 'agent', workspace: null, ...given,
})

/** A verb's context on a real database, as an agent; `hints` counts what the verbs asked for after their commits. */
export async function testContext(url: string, name = 'tester') {
  const { db, client, close } = connect(url, 10)
  afterAll(close)
  await openFeed(db)
  // As if a server had been there to take beats all along, and were for years to come (LIV-9).
  await db.execute(sql`update reception set since = '2000-01-01', touched_at = '2999-01-01'`)
  const hints = { count: 0 }
  const ctx: Context = {
    db,
    actor: agentActor(name),
    settings: { sessionRetentionMs: 7 * days, deadGraceMs: 900_000 },
    hint: () => void hints.count++,
  }
  return { ctx, db, client, hints }
}
