import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { findPerson } from './find-person.ts'
import { makeFirstAdmin } from './make-first-admin.ts'
import { linkUrl, makeSignInLink } from './make-sign-in-link.ts'
import { peekSignInLink } from './peek-sign-in-link.ts'
import { cookieOf, everyRow, openPeople } from './people-fixture.ts'
import { signIn } from './sign-in.ts'
import { spendSignInLink } from './spend-sign-in-link.ts'

let one: ReturnType<typeof openPeople>
let two: ReturnType<typeof openPeople>
const password = 'correct horse battery'

beforeAll(async () => {
  const url = await createDatabase()
  one = openPeople(url)
  two = openPeople(url)
})
afterAll(() => Promise.all([one.close(), two.close()]))
beforeEach(() => one.client`truncate people, rate_limits cascade`)

async function newLink() {
  await makeFirstAdmin(one.ctx)
  const admin = await findPerson(one.ctx, {})
  const { token } = await makeSignInLink(one.ctx, { personId: admin!.id })
  return { admin: admin!, token }
}

test('[SEC-3] two processes that start on an empty database make one admin and one link', async () => {
  const made = await Promise.all([one, two, one, two].map(({ ctx }) => makeFirstAdmin(ctx)))
  expect(made.filter((each) => each.made)).toHaveLength(1)
  expect(made.filter((each) => !each.made)).toEqual(Array.from({ length: 3 }, () => ({ made: false, claimed: false })))
  expect(await one.client`select role from people`).toEqual([{ role: 'admin' }])
  expect(await one.client`select count(*)::int from sign_in_links`).toEqual([{ count: 1 }])
})

test('[SEC-3] the first admin can come from the environment, with a password and no link', async () => {
  const given = { email: 'root@example.org', password }
  expect(await makeFirstAdmin(one.ctx, given)).toEqual({ made: true, email: given.email, linkToken: null })
  expect(await makeFirstAdmin(one.ctx, given)).toEqual({ made: false, claimed: true })
  expect((await signIn(one.ctx, given, one.door())).answer).toMatchObject({ kind: 'person', email: given.email })
})

test('[SEC-3] a link signs its holder in with what they chose, and works as a password from then on', async () => {
  const { token } = await newLink()
  expect(linkUrl('https://muster.example/', token)).toBe(`https://muster.example/sign-in/link#${token}`)
  expect(await peekSignInLink(one.ctx, { token }, one.door())).toEqual({ name: 'Admin', email: 'admin@muster.local' })
  const chosen = { token, password, email: 'ada@example.org', name: 'Ada' }
  const { answer, setCookies } = await spendSignInLink(one.ctx, chosen, one.door())
  expect(answer).toMatchObject({ kind: 'person', name: 'Ada', email: 'ada@example.org' })
  expect(await two.identify({ cookie: cookieOf(setCookies) })).toEqual({ ...answer })
  expect((await signIn(two.ctx, { email: 'ada@example.org', password }, two.door())).answer).toEqual(answer)
})

test('[SEC-3] of many who spend one link at once, one gets in', async () => {
  const { token } = await newLink()
  const tries = Array.from({ length: 10 }, (_, n) => {
    const process = n % 2 ? one : two
    return spendSignInLink(process.ctx, { token, password: `${password} ${n}` }, process.door(`192.0.2.${n}`))
  })
  const ends = await Promise.allSettled(tries)
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'link_spent' })
  const winner = ends.findIndex((end) => end.status === 'fulfilled')
  await signIn(one.ctx, { email: 'admin@muster.local', password: `${password} ${winner}` }, one.door())
})

test('[SEC-3] an expired link is refused, by peek and by spend, on the database\'s clock', async () => {
  const { token } = await newLink()
  await one.client`update sign_in_links set expires_at = clock_timestamp() - interval '1 millisecond'`
  await expect(peekSignInLink(one.ctx, { token }, one.door())).rejects.toMatchObject({ code: 'link_spent' })
  await expect(spendSignInLink(one.ctx, { token, password }, one.door())).rejects.toMatchObject({ code: 'link_spent' })
  expect(await one.client`select count(*)::int from credentials`).toEqual([{ count: 0 }])
})

test('[SEC-3] a link lives 24 hours', async () => {
  await newLink()
  const [life] = await one.client`select (expires_at - created_at) between '23:59:59' and '24:00:01' as right from sign_in_links`
  expect(life!.right).toBe(true)
})

test('[SEC-3] a link that expires while its spender waits for the lock is refused', async () => {
  const { token, admin } = await newLink()
  const late = await one.client.begin(async (sql) => {
    await sql`select from people where id = ${admin.id} for update`
    const spending = spendSignInLink(two.ctx, { token, password }, two.door()).catch((error: unknown) => error)
    await waiting(sql)
    await sql`update sign_in_links set expires_at = clock_timestamp()`
    return { spending }
  })
  expect(await late.spending).toMatchObject({ code: 'link_spent' })
})

test('[SEC-3] a new link voids the one before, and of two made at once one stays open', async () => {
  const { token, admin } = await newLink()
  const newer = await Promise.all([one, two, one, two].map(({ ctx }) => makeSignInLink(ctx, { personId: admin.id })))
  await expect(spendSignInLink(one.ctx, { token, password }, one.door())).rejects.toMatchObject({ code: 'link_spent' })
  const peeks = await Promise.allSettled(newer.map((link) => peekSignInLink(one.ctx, link, one.door())))
  expect(peeks.filter((peek) => peek.status === 'fulfilled')).toHaveLength(1)
})

test('a link that asks for an address that another person has stays unspent', async () => {
  const { token } = await newLink()
  await one.client`insert into people (id, name, email) values ('other', 'Other', 'taken@example.org')`
  const taken = spendSignInLink(one.ctx, { token, password, email: 'taken@example.org' }, one.door())
  await expect(taken).rejects.toMatchObject({ code: 'invalid_input' })
  await spendSignInLink(one.ctx, { token, password }, one.door())
})

test('[SEC-3] spending a link signs out whoever was in as this person', async () => {
  const first = await newLink()
  const before = await spendSignInLink(one.ctx, { token: first.token, password }, one.door())
  const second = await newLink()
  await spendSignInLink(one.ctx, { token: second.token, password }, one.door())
  expect(await one.identify({ cookie: cookieOf(before.setCookies) })).toBeNull()
})

test('[SEC-3] guesses at links are limited by address, and x-forwarded-for does not help', async () => {
  const guess = (n: number) =>
    peekSignInLink(one.ctx, { token: `guess-${n}-${'x'.repeat(20)}` }, one.door('192.0.2.66', { 'x-forwarded-for': `198.51.100.${n}` }))
  const ends = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => guess(n)))
  const codes = ends.map((end) => end.status === 'rejected' && (end.reason as { code: string }).code)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(5)
})

test('[SEC-4] no table holds a link, a password or a cookie as it was sent', async () => {
  const { token } = await newLink()
  const { setCookies } = await spendSignInLink(one.ctx, { token, password }, one.door())
  const unspent = await newLink()
  const rows = await everyRow(one)
  expect(rows).toContain('admin@muster.local')
  const cookieToken = decodeURIComponent(cookieOf(setCookies)).split('=')[1]!.split('.')[0]!
  for (const clear of [token, unspent.token, password, cookieToken]) expect(rows).not.toContain(clear)
})

/** Until somebody else waits for a lock that this transaction holds. */
async function waiting(sql: { unsafe: (query: string) => PromiseLike<unknown[]> }) {
  const someone = `select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
  while ((await sql.unsafe(someone)).length === 0);
}
