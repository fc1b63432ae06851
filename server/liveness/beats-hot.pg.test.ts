import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { connect } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { writeBeats } from './write-beats.ts'

test('beats are HOT: no index covers what a beat writes, and there is room on the page', async () => {
  const url = await createDatabase()
  const { ctx, client } = await testContext(url)
  const ids = await Promise.all(Array.from({ length: 60 }, async () => (await registered(ctx)).id))
  const [options] = await client`select reloptions from pg_class where relname = 'session_beats'`
  expect(options!.reloptions).toContain('fillfactor=50')
  const indexed = await client`
    select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname in ('last_beat_at', 'life', 'disconnected_at')
    where i.indrelid = 'session_beats'::regclass
      and (a.attnum = any(i.indkey) or pg_get_indexdef(i.indexrelid) like '%' || a.attname || '%')`
  expect(indexed).toEqual([])

  const { db, close } = connect(url, 1)
  const counted = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`)
    const [row] = await client<{ all: number; hot: number }[]>`
      select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'session_beats'`
    return row!
  }
  const before = await counted()
  for (let round = 0; round < 10; round++) await writeBeats({ db }, [{ actor: ctx.actor, ids }], { wait: false, hurry: true })
  await vi.waitFor(async () => expect((await counted()).all).toBeGreaterThanOrEqual(before.all + 600), { timeout: 20_000 })
  const after = await counted()
  await close()
  // Most: whoever looks at the table at the same moment keeps a page from being pruned. With an index in the way it is none.
  expect(after.hot - before.hot).toBeGreaterThan(0.5 * (after.all - before.all))
})
