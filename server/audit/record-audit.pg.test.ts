import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { anna, as, trail, writtenAlone } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { endedAgo, registered } from '../../test/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { reportProgress } from '../sessions/report-progress.ts'
import { sweepSessions } from '../sessions/sweep-sessions.ts'
import { updateSession } from '../sessions/update-session.ts'
import { recordAudit } from './record-audit.ts'

let agent: Context
let operator: Context
let client: Client

beforeAll(async () => {
  const opened = await testContext(await createDatabase())
  client = opened.client
  agent = opened.ctx
  operator = as(agent, anna)
})

const of = (id: string) => trail(operator, { target: [id] })

test('[OPS-5] an end by a person: when, who, what, on which, why, before and after; and browsers are told exactly that', async () => {
  const { id } = await registered(agent, { name: 'api rate limits', workspace: 'shop' })
  const { completedAt } = await endSession(operator, id, { status: 'abandoned', reason: 'stuck for an hour' })
  const [entry, ...more] = await of(id)
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    actorKind: 'person', actorId: 'p-anna', actorName: 'Anna', action: 'session.ended', targetKind: 'session', targetId: id,
    targetName: 'api rate limits', workspace: 'shop', reason: 'stuck for an hour', before: { status: 'active' }, after: { status: 'abandoned' },
  })
  expect(Date.parse(entry!.at) - Date.parse(completedAt!)).toBeGreaterThanOrEqual(0)
  const told = await client`select version::int, workspace, body from changes where topic = 'audit' and entity = ${String(entry!.id)}`
  expect(told).toEqual([{ version: 1, workspace: 'shop', body: entry }])
})

test('[OPS-5] the same end again and a refused end leave no second line', async () => {
  const { id } = await registered(agent)
  await endSession(agent, id, { status: 'complete' })
  await endSession(operator, id, { status: 'complete', reason: 'again' })
  await expect(endSession(operator, id, { status: 'merged', reason: 'again' })).rejects.toMatchObject({ code: 'session_ended' })
  expect(await of(id)).toMatchObject([{ actorKind: 'token', actorName: agent.actor.name, after: { status: 'complete' } }])
})

test('[OPS-5] what agents report of their own work leaves none', async () => {
  const { id } = await registered(agent)
  await beatSession(agent, id)
  await reportProgress(agent, id, { activity: 'Bash · npm test' })
  await updateSession(agent, id, { name: 'another name' })
  expect(await of(id)).toEqual([])
})

test('[OPS-5] a deleted session keeps its lines, with name and how it had ended', async () => {
  const { id } = await registered(agent, { name: 'docs sweep' })
  await endSession(agent, id, { status: 'merged', reason: 'in main' })
  await deleteSession(operator, id)
  await expect(readSession(agent, id)).rejects.toMatchObject({ code: 'session_not_found' })
  expect(await of(id)).toMatchObject([
    { action: 'session.deleted', actorName: 'Anna', targetName: 'docs sweep', before: { status: 'merged', endReason: 'in main' }, after: null },
    { action: 'session.ended', targetName: 'docs sweep', reason: 'in main' },
  ])
})

test('[OPS-5] a sweep leaves one line for its batch, and none when there was nothing to do', async () => {
  for (let n = 0; n < 3; n++) {
    const { id } = await registered(agent)
    await endSession(agent, id, { status: 'complete' })
    await endedAgo(client, id, 30 * 86_400_000)
  }
  expect(await sweepSessions(agent)).toBe(3)
  expect(await sweepSessions(agent)).toBe(0)
  expect(await trail(operator, { action: ['session.swept'] })).toMatchObject([{ targetKind: 'retention', after: { removed: 3 } }])
})

test('[OPS-5] every act and its line are of one transaction', async () => {
  expect(await writtenAlone(client)).toEqual([])
})

test('[GEN-2] an act that fails after its line was written leaves neither', async () => {
  const act = transaction(operator, async (tx) => {
    await recordAudit(tx, { action: 'token.made', target: { kind: 'token', id: 'never' } })
    throw new Error('and then it failed')
  })
  await expect(act).rejects.toThrow('and then it failed')
  expect(await of('never')).toEqual([])
})

test('[OPS-5] a line that can not be written leaves no act: the session goes on', async () => {
  const { id } = await registered(agent)
  await client.unsafe(`alter table audit add constraint full_disk check (reason is distinct from 'no room for this')`)
  const end = endSession(operator, id, { status: 'abandoned', reason: 'no room for this' })
  await expect(end).rejects.toMatchObject({ cause: { code: '23514' } })
  await client.unsafe('alter table audit drop constraint full_disk')
  expect((await readSession(agent, id)).session).toMatchObject({ status: 'active', version: 1 })
  expect(await of(id)).toEqual([])
})
