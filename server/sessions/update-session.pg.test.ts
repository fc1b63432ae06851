import { beforeAll, expect, test } from 'vitest'
import { type Session, UpdateSession } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { readSession } from './read-session.ts'
import { reportProgress } from './report-progress.ts'
import { updateSession } from './update-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const text = (name: string) => ({ from: `${name} before`, to: `${name} 'after' ünï` })
const texts = [
  'clientInstanceId', 'nativeActorKey', 'nativeParentActorKey', 'nativeInstanceKey', 'externalSessionId', 'provider', 'model',
  'harness', 'thinkingLevel', 'hostId', 'hostname', 'processStartTime', 'bootId', 'worktreePath', 'executionRoot', 'baseState',
  'anchorState', 'anchorRoot', 'attachReason', 'winningAttachRule', 'probeSource', 'reportFlushState',
] as const
const fields: Record<string, { from: unknown; to: unknown; cleared?: unknown }> = {
  ...Object.fromEntries(texts.map((name) => [name, text(name)])),
  name: text('name'),
  pid: { from: 1, to: -1 },
  probeConfidence: { from: 0.1, to: 0.987654321 },
  attachPrecedence: { from: ['a:b:miss'], to: ['c:d:matched', 'e'], cleared: [] },
  labels: { from: { team: 'red' }, to: { team: 'blue' }, cleared: {} },
  timeoutMs: { from: 5_000, to: 60_000, cleared: 45_000 },
  stallMs: { from: 1_000, to: 2_000, cleared: 600_000 },
}
/** On a host of its own: a boot that one case names would end the processes of another's. */
const registeredWith = () => registered(ctx, { ...Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from])), hostId: `host-${hosts++}` })
let hosts = 0
const settled = ({ version: _version, liveness: _liveness, ...rest }: Session) => rest

test('[SES-11] the table here names every field that can be updated', () => {
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(UpdateSession.shape).toSorted())
})

test.each(Object.entries(fields))('[SES-11] %s alone is set, nothing else is touched', async (name, { to }) => {
  const before = await registeredWith()
  const after = await updateSession(ctx, before.id, UpdateSession.parse({ [name]: to }))
  expect(settled(after)).toEqual({ ...settled(before), [name]: to })
  expect(after.version).toBe(before.version + 1)
  expect((await readSession(ctx, before.id)).session).toMatchObject(settled(after))
  expect((await changesOf(client, before.id)).at(-1)).toMatchObject({ version: after.version, body: { [name]: to } })
})

const clearable = Object.entries(fields).filter(([name]) => name !== 'name')
test.each(clearable)('[SES-11] null clears %s, nothing else is touched', async (name, { cleared = null }) => {
  const before = await registeredWith()
  const after = await updateSession(ctx, before.id, UpdateSession.parse({ [name]: null }))
  expect(settled(after)).toEqual({ ...settled(before), [name]: cleared })
})

test('[SES-11] a name can be changed but not cleared, and what is not a field is refused by its name', () => {
  expect(UpdateSession.safeParse({ name: null }).success).toBe(false)
  const refused = UpdateSession.safeParse({ model: 'x', mood: 'fine', status: 'merged', version: 7 })
  expect(refused.error!.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['mood', 'status', 'version'] }])
})

test('[SES-11] labels merge: given ones are set, null removes one, the others stay', async () => {
  const { id } = await registered(ctx, { labels: { a: '1', b: '2', c: '3' } })
  const { labels } = await updateSession(ctx, id, { labels: { a: 'one', b: null, d: '', missing: null } })
  expect(labels).toEqual({ a: 'one', c: '3', d: '' })
})

test('[SES-11] [GEN-2] labels beyond their number are refused, and what came with them is not set', async () => {
  const many = (from: number, to: number) => Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`k${from + at}`, 'v']))
  const { id } = await registered(ctx, { labels: many(0, 60), model: 'old' })
  await expect(updateSession(ctx, id, { labels: many(60, 65), model: 'new', timeoutMs: 9_000 })).rejects.toMatchObject({ code: 'invalid_input' })
  const { session } = await readSession(ctx, id)
  expect(session).toMatchObject({ model: 'old', timeoutMs: 45_000, version: 1, labels: many(0, 60) })
  expect(await changesOf(client, id)).toHaveLength(1)
  expect(Object.keys((await updateSession(ctx, id, { labels: { ...many(60, 65), k0: null } })).labels)).toHaveLength(64)
})

test('[SES-11] an update without a field changes nothing: no version, no change row', async () => {
  const before = await registeredWith()
  expect(await updateSession(ctx, before.id, {})).toEqual(before)
  expect(await updateSession(ctx, before.id, { model: undefined })).toEqual(before)
  expect(await changesOf(client, before.id)).toHaveLength(1)
})

test('[SES-11] progress touches what it names: waiting can end without losing the activity', async () => {
  const { id, startedAt } = await registered(ctx)
  const working = await reportProgress(ctx, id, { activity: 'runs tests' })
  expect(working).toMatchObject({ activity: 'runs tests', waitingFor: null, progress: 'progressing', version: 2 })
  const waiting = await reportProgress(ctx, id, { waitingFor: 'permission to push' })
  expect(waiting).toMatchObject({ activity: 'runs tests', waitingFor: 'permission to push', progress: 'waiting', version: 3 })
  const on = await reportProgress(ctx, id, { waitingFor: null })
  expect(on).toMatchObject({ activity: 'runs tests', waitingFor: null, progress: 'progressing', version: 4 })
  expect(on.lastProgressAt).not.toBe(startedAt)
  expect(await changesOf(client, id)).toHaveLength(4)
})

test('two updates of different fields at once both stay, under growing versions', async () => {
  const { id } = await registered(ctx)
  await Promise.all(texts.map((name) => updateSession(ctx, id, { [name]: 'set' })))
  const { session } = await readSession(ctx, id)
  for (const name of texts) expect(session[name]).toBe('set')
  const versions = (await changesOf(client, id)).map(({ version }) => version)
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: texts.length + 1 }, (_, at) => at + 1))
})
