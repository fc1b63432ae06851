import { beforeAll, expect, test, vi } from 'vitest'
import { type ServerPair, startPair } from '../../test/server-pair.ts'

let pair: ServerPair
beforeAll(async () => {
  // Every hint of every server goes to this function, which only counts them.
  pair = await startPair(async (sql) => {
    await sql`create sequence public.lost_hints`
    await sql`create function public.pg_notify(text, text) returns void language sql as $$ select nextval('public.lost_hints') $$`
    await sql`alter database postgres set search_path = public, pg_catalog`
  })
})

test('[RT-3] every hint is lost, and the backstop finds everything', async () => {
  const followers = [0, 1].map((server) => pair.follow(['fleet'], () => pair.addresses[server]!))
  const found = await pair.metric(1, 'muster_feed_backstop_total')
  const driver = pair.drive({ servers: () => [pair.addresses[0]!] })
  await vi.waitFor(() => expect(driver.writes).toBeGreaterThan(200), 60_000)
  await driver.stop()
  await pair.settle(followers, driver)

  const [lost] = await pair.sql`select last_value::int as hints, is_called from public.lost_hints`
  expect(lost!.is_called && lost!.hints).toBeGreaterThan(0)
  // What was written through the one server only, the other found by itself.
  const [written] = await pair.sql`select count(*)::int as changes from changes`
  expect((await pair.metric(1, 'muster_feed_backstop_total')) - found).toBeGreaterThan(written!.changes / 2)
}, 180_000)
