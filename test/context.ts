import { afterAll } from 'vitest'
import { connect } from '../db/client.ts'
import { openFeed } from '../server/changes/open-feed.ts'
import { type Context } from '../server/context.ts'

const days = 86_400_000

/** A verb's context on a real database; `hints` counts what the verbs asked for after their commits. */
export async function testContext(url: string, name = 'tester') {
  const { db, client, close } = connect(url, 10)
  afterAll(close)
  await openFeed(db)
  const hints = { count: 0 }
  const ctx: Context = {
    db,
    actor: { kind: 'token', id: name, name },
    settings: { sessionRetentionMs: 7 * days },
    hint: () => void hints.count++,
  }
  return { ctx, db, client, hints }
}
