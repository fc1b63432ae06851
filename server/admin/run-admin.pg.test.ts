import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '../../db/embedded/open-embedded.ts'
import { makeClusterFolder, removeClusterFolder } from '../../test/cluster-folders.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { peekSignInLink } from '../people/peek-sign-in-link.ts'
import { cookieOf, openPeople } from '../people/people-fixture.ts'
import { spendSignInLink } from '../people/spend-sign-in-link.ts'
import { muster as inProcess, shell } from './command-fixture.ts'

let url: string
let house: ReturnType<typeof openPeople>

beforeAll(async () => {
  url = await createDatabase()
  house = openPeople(url)
})
afterAll(() => house.close())

const muster = (...args: string[]) => inProcess({ DATABASE_URL: url, BASE_URL: 'https://muster.example/' }, ...args)

test('[SEC-3] a lost link is replaced from the command line, also before anybody came in', async () => {
  const lost = await muster('admin', 'link')
  expect(lost).toMatchObject({ code: 0, out: [expect.stringMatching(/^https:\/\/muster\.example\/sign-in\/link#[\w-]{43}$/)] })
  const again = await muster('admin', 'link', '--email', 'admin@muster.local')
  const token = (printed: string[]) => printed[0]!.split('#')[1]!
  await expect(peekSignInLink(house.ctx, { token: token(lost.out) }, house.door())).rejects.toMatchObject({ code: 'link_spent' })
  const chosen = { token: token(again.out), password: 'correct horse battery' }
  const { setCookies } = await spendSignInLink(house.ctx, chosen, house.door())
  expect(await house.identify({ cookie: cookieOf(setCookies) })).toMatchObject({ email: 'admin@muster.local' })
  expect(await house.client`select role from people`).toEqual([{ role: 'admin' }])
})

test('a link for somebody who is not here says so', async () => {
  await muster('admin', 'link')
  const answer = await muster('admin', 'link', '--email', 'nobody@example.org')
  expect(answer).toMatchObject({ code: 1, out: [] })
  expect(answer.err).toContain('Nobody here has the address nobody@example.org.')
})

test('a token made in a shell is alone on standard output and works as a bearer', async () => {
  const made = await shell({ DATABASE_URL: url }, 'admin', 'token', 'build-3', '--expires', '30d')
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^mst_[\w-]{43}\n$/) })
  expect(made.err).toContain('build-3')
  expect(made.err).not.toContain(made.out.trim())
  expect(await house.identify({ authorization: `Bearer ${made.out.trim()}` })).toMatchObject({ kind: 'token', name: 'build-3' })
  const [life] = await house.client`select expires_at between clock_timestamp() + '29 days 23 hours' and clock_timestamp() + '30 days' as right from tokens`
  expect(life!.right).toBe(true)
})

test('help is 0, a command that is not understood 2, a database that is not there 1 with a hint', async () => {
  expect(await shell({}, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('muster admin token') })
  expect(await shell({}, 'admin', 'tokn')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('muster admin token') })
  const away = await shell({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'admin', 'token', 'x')
  expect(away).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/can not be reached\.\nCheck DATABASE_URL/) })
}, 90_000)

test('[SEC-3] without DATABASE_URL it works on the embedded database, whether a Muster runs there or not', async () => {
  const folder = await makeClusterFolder(process.pid)
  try {
    const first = await shell({ MUSTER_DATA: folder, PORT: '4567' }, 'admin', 'link')
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4567\/sign-in\/link#[\w-]{43}\n$/) })
    const running = await openEmbedded({ folder, log: () => {} })
    await running.announce('http://127.0.0.1:4999')
    const second = await shell({ MUSTER_DATA: folder }, 'admin', 'link')
    expect(second).toMatchObject({ code: 0, out: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4999\/sign-in\/link#/) })
    const inside = openPeople(running.url)
    const links = await inside.client`select voided_at is null as open from sign_in_links order by created_at`
    expect(links).toEqual([{ open: false }, { open: true }])
    await inside.close()
    await running.stop()
  } finally {
    await removeClusterFolder(folder)
  }
}, 90_000)
