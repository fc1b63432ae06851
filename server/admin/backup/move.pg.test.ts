import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type JoinAnswer } from '../../../contract/realtime.ts'
import { type SessionPage } from '../../../contract/sessions.ts'
import { openEmbedded } from '../../../db/embedded/open-embedded.ts'
import { migrate } from '../../../db/migrate.ts'
import { apiOf } from '../../../test/api.ts'
import { makeDataFolder } from '../../../test/data-folder.ts'
import { openLine } from '../../../test/feed-follower.ts'
import { createDatabase, hasPostgres, startCluster } from '../../../test/postgres-cluster.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { muster, shell } from '../command-fixture.ts'
import { emptyDatabase, makeFolder, onClient } from './house-fixture.ts'

let files: string
beforeAll(async () => {
  files = await makeFolder()
})

const admin = { MUSTER_ADMIN_EMAIL: 'ada@example.org', MUSTER_ADMIN_PASSWORD: 'correct horse battery' }

async function listOf(server: TestServer, token: string) {
  const { status, body } = await apiOf(server.url, token)<SessionPage>('GET', '/sessions')
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)])
  return body
}
const namesOf = async (server: TestServer, token: string) => (await listOf(server, token)).items.map(({ id, name }) => `${id} ${name}`)

async function agentOn(server: TestServer, env: Record<string, string>) {
  const token = (await muster(env, 'admin', 'token', 'builder')).out[0]!
  for (const name of ['ada', 'grace']) await apiOf(server.url, token)('POST', '/sessions', { name })
  return token
}

const signIn = async (server: TestServer) => {
  const body = JSON.stringify({ email: admin.MUSTER_ADMIN_EMAIL, password: admin.MUSTER_ADMIN_PASSWORD })
  const headers = { 'content-type': 'application/json', origin: server.url }
  const answer = await fetch(`${server.url}/api/v1/sign-in`, { method: 'POST', body, headers })
  return { status: answer.status, cookie: answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ') }
}

const whoAmI = async (server: TestServer, cookie: string) => (await fetch(`${server.url}/api/v1/me`, { headers: { cookie } })).status

async function join(server: TestServer, token: string, cursor: string): Promise<JoinAnswer> {
  const line = openLine(server.url, token)
  try {
    return await line.timeout(5_000).emitWithAck('room:join', { room: 'fleet', cursor })
  } finally {
    line.disconnect()
  }
}

test.runIf(hasPostgres(15))('the embedded database is backed up while it runs and moves to a PostgreSQL 15', async () => {
  const { folder } = await makeDataFolder()
  const embedded = { MUSTER_DATA: folder }
  const before = await startServer('', embedded)
  const token = await agentOn(before, embedded)
  const names = await namesOf(before, token)
  expect(names).toHaveLength(2)
  const file = path.join(files, 'moving.backup')
  expect(await shell(embedded, 'backup', file)).toMatchObject({ code: 0, out: `${file}\n` })

  await before.kill('SIGTERM')

  const cluster = await startCluster({ version: 15 })
  const url = await emptyDatabase(cluster.url)
  expect(await shell({ DATABASE_URL: url }, 'restore', file)).toMatchObject({ code: 0, out: '' })
  const after = await startServer(url)
  expect(await namesOf(after, token)).toEqual(names)
  await after.kill('SIGTERM')
  await cluster.stop()
}, 240_000)

test('the way back into the embedded database is refused while a Muster holds it, and needs --replace when it holds data', async () => {
  const { folder } = await makeDataFolder()
  const running = await openEmbedded({ folder, log: () => {} })
  await running.announce('http://127.0.0.1:4999')
  await migrate(running.url)
  const away = await createDatabase()
  await onClient(away, (sql) => sql`insert into people (id, name, email) values ('p1', 'Ada', 'ada@example.org')`)
  const file = path.join(files, 'back.backup')
  expect(await muster({ DATABASE_URL: away }, 'backup', file)).toMatchObject({ code: 0 })

  const restore = (...flags: string[]) => muster({ MUSTER_DATA: folder }, 'restore', file, ...flags)
  const busy = `Another Muster already runs on the data in ${folder} at http://127.0.0.1:4999`
  expect(await restore('--replace')).toMatchObject({ code: 1, err: expect.stringContaining(busy) })
  await running.stop()
  expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('This database is not empty') })
  expect(await restore('--replace')).toMatchObject({ code: 0 })
  const again = await openEmbedded({ folder, log: () => {} })
  expect(await onClient(again.url, (sql) => sql`select name from people`)).toEqual([{ name: 'Ada' }])
  await again.stop()
}, 120_000)

test('after a restore tokens work, sign-ins have ended, passwords hold, and open pages take a snapshot', async () => {
  const url = await createDatabase()
  const before = await startServer(url, admin)
  const token = await agentOn(before, { DATABASE_URL: url })
  const { cookie } = await signIn(before)
  expect(await whoAmI(before, cookie)).toBe(200)
  const file = path.join(files, 'replaced.backup')
  expect(await muster({ DATABASE_URL: url }, 'backup', file)).toMatchObject({ code: 0 })
  await apiOf(before.url, token)('POST', '/sessions', { name: 'made after the backup' })
  const cursor = (await listOf(before, token)).feed
  expect(await join(before, token, cursor)).toMatchObject({ ok: true })

  const busy = await muster({ DATABASE_URL: url }, 'restore', file, '--replace')
  expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('Another Muster works on this database') })
  expect(await namesOf(before, token)).toHaveLength(3)
  await before.kill('SIGTERM')

  expect(await muster({ DATABASE_URL: url }, 'restore', file, '--replace')).toMatchObject({ code: 0 })
  const after = await startServer(url)
  expect((await listOf(after, token)).items.map(({ name }) => name).sort()).toEqual(['ada', 'grace'])
  expect(await join(after, token, cursor)).toEqual({ ok: false, reset: true, reason: 'epoch' })
  expect(await join(after, token, (await listOf(after, token)).feed)).toMatchObject({ ok: true })
  expect(await whoAmI(after, cookie)).toBe(401)
  expect(await signIn(after)).toMatchObject({ status: 200 })
}, 120_000)
