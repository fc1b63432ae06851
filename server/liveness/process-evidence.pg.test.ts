import { beforeAll, expect, test } from 'vitest'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, registered } from '../../test/sessions.ts'
import { type Context, systemActor } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { updateSession } from '../sessions/update-session.ts'
import { beatSession } from './beat-session.ts'
import { aHost, verdictOf } from './host-fixture.ts'
import { listHostProcesses } from './list-host-processes.ts'
import { reportHost } from './report-host.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const lastTold = async ({ id }: { id: string }) => {
  const { verdict, reason } = (await changesOf(client, id)).at(-1)!.body!.liveness
  return `${verdict} ${reason}`
}
const now = async () => (await client<{ now: string }[]>`select to_jsonb(clock_timestamp()) as now`)[0]!.now

test.each([['gone', 'dead process_gone'], ['reused', 'dead pid_reused']] as const)(
  '[LIV-2] [LIV-12] a process that was seen and is %s makes its session dead even with a fresh beat, and that is announced with it',
  async (state, verdict) => {
    const host = aHost(ctx)
    const session = await host.agent()
    expect(await host.saw(session, 'seen')).toBe('counted')
    expect(await verdictOf(ctx, session)).toBe('alive heartbeat')
    expect(await host.saw(session, state)).toBe('counted')
    await beatSession(ctx, session.id)
    expect(await verdictOf(ctx, session)).toBe(verdict)
    expect(await lastTold(session)).toBe(verdict)
  },
)

test('[LIV-4] a process counts as gone only for who once saw it there', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  expect(await host.saw(session, 'gone')).toBe('never_seen')
  expect(await host.saw(session, 'reused')).toBe('never_seen')
  await host.saw(session, 'seen')
  const another = host.speaker()
  expect(await host.saw(session, 'gone', another)).toBe('never_seen')
  expect(await verdictOf(ctx, session)).toBe('alive heartbeat')
  expect(await host.saw(session, 'seen', another)).toBe('counted')
  expect(await host.saw(session, 'gone')).toBe('counted')
  expect(await verdictOf(ctx, session)).toBe('dead process_gone')
})

test('[LIV-4] the servers on a host are one prober, whichever process of them saw it', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  const server = (name: string): Context => ({ ...ctx, actor: systemActor(name, name) })
  expect(await host.saw(session, 'seen', server('one'))).toBe('counted')
  expect(await host.saw(session, 'gone', server('two'))).toBe('counted')
})

test('[LIV-2] a pid of zero or below is gone for whoever looks, seen or not, with a start time or not', async () => {
  const host = aHost(ctx)
  const [zero, below] = [await host.agent({ pid: 0, processStartTime: undefined }), await host.agent({ pid: -7 })]
  expect(await host.saw(zero, 'seen')).toBe('another_process')
  for (const session of [zero, below]) {
    expect(await host.saw(session, 'gone')).toBe('counted')
    expect(await verdictOf(ctx, session)).toBe('dead process_gone')
  }
})

test('[LIV-6] a beat does not revive a death by process evidence; seeing the process later does', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen')
  const before = await now()
  await host.saw(session, 'gone')
  await beatSession(ctx, session.id)
  expect(await verdictOf(ctx, session)).toBe('dead process_gone')
  expect(await host.saw(session, 'seen', host.watcher, { asOf: before })).toBe('nothing_new')
  expect(await verdictOf(ctx, session)).toBe('dead process_gone')
  expect(await host.saw(session, 'seen')).toBe('counted')
  expect(await verdictOf(ctx, session)).toBe('alive heartbeat')
  expect(await lastTold(session)).toBe('alive heartbeat')
})

test('[LIV-6] that it was gone when somebody looked earlier does not undo a later sighting', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen')
  const before = await now()
  await host.saw(session, 'seen')
  expect(await host.saw(session, 'gone', host.watcher, { asOf: before })).toBe('nothing_new')
  expect(await verdictOf(ctx, session)).toBe('alive heartbeat')
})

test('[GEN-1] a look in the future is one now', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen', host.watcher, { asOf: '2999-01-01T00:00:00Z' })
  expect(await host.saw(session, 'gone')).toBe('counted')
})

test('[LIV-2] who never beat lives by its process for one timeout, and is unknown after that', async () => {
  const host = aHost(ctx)
  const session = await host.agent({ beats: false, timeoutMs: 5_000 })
  expect(await verdictOf(ctx, session)).toBe('unknown no_evidence')
  await host.saw(session, 'seen')
  expect(await lastTold(session)).toBe('alive process_seen')
  await client`update process_sightings set seen_at = clock_timestamp() - interval '5001 ms' where session_id = ${session.id}`
  expect(await verdictOf(ctx, session)).toBe('unknown no_evidence')
})

test('[LIV-4] what is said of another process, host, boot or session touches nothing', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen')
  expect(await host.saw({ ...session, pid: 4712 }, 'gone')).toBe('another_process')
  expect(await host.saw({ ...session, processStartTime: '101' }, 'gone')).toBe('another_process')
  expect(await host.saw({ ...session, processStartTime: null }, 'gone')).toBe('another_process')
  expect(await host.saw({ ...session, id: 'agent-nobody' }, 'gone')).toBe('another_process')
  const other = aHost(ctx)
  expect(await other.saw(session, 'gone')).toBe('another_process')
  expect(await other.saw(session, 'seen')).toBe('another_process')
  expect(await verdictOf(ctx, session)).toBe('alive heartbeat')

  const ended = await host.agent()
  await host.saw(ended, 'seen')
  await endSession(ctx, ended.id, { status: 'complete' })
  expect(await host.saw(ended, 'gone')).toBe('another_process')
  const rebooted = await host.agent({ bootId: 'b0' })
  expect(await host.saw(rebooted, 'seen', host.watcher, { bootId: 'b1' })).toBe('another_process')
})

test('[SEC-2] a host is spoken for by its own token alone, and within that token’s workspace', async () => {
  const host = aHost(ctx)
  const session = await host.agent({ workspace: 'here' })
  for (const by of [aHost(ctx).watcher, ctx]) {
    await expect(host.saw(session, 'seen', by)).rejects.toMatchObject({ code: 'not_your_host' })
    await expect(listHostProcesses(by, host.hostId, { bootId: 'b1', limit: 9 })).rejects.toMatchObject({ code: 'not_your_host' })
  }
  const elsewhere: Context = { ...host.watcher, actor: { ...host.watcher.actor, workspace: 'elsewhere' } }
  expect(await host.saw(session, 'seen', elsewhere)).toBe('another_process')
  expect((await listHostProcesses(elsewhere, host.hostId, { bootId: 'b1', limit: 9 })).items).toEqual([])
})

test('[LIV-6] a session that names another process starts anew: nobody has seen that one yet', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen')
  await host.saw(session, 'gone')
  const next = await updateSession(ctx, session.id, { pid: 4800, processStartTime: '200' })
  expect(next.liveness).toMatchObject({ verdict: 'alive', processSeenAt: null })
  expect(await host.saw(session, 'gone')).toBe('another_process')
  expect(await host.saw(next, 'gone')).toBe('never_seen')
  await host.saw(next, 'seen')
  await updateSession(ctx, session.id, { pid: 4800, processStartTime: '200', model: 'm' })
  expect(await host.saw(next, 'gone')).toBe('counted')
})

test('[LIV-4] race: the session names another process while somebody reports that its old one is gone', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen')
  const held = await holdRows(client, `update sessions set pid = 4800, process_start_time = '200' where id = '${session.id}'`)
  const reported = host.saw(session, 'gone')
  await held.awaited()
  await held.release()
  expect(await reported).toBe('another_process')
  expect(await verdictOf(ctx, session)).toBe('alive heartbeat')
  expect(await client`select from process_sightings where session_id = ${session.id}`).toHaveLength(0)
})

test('[GEN-1] race: a sighting that waited while the process was found gone is older than that', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.saw(session, 'seen')
  const asOf = await now()
  const held = await holdRows(client, `update process_sightings set gone_at = clock_timestamp(), gone_reason = 'process_gone' where session_id = '${session.id}'`)
  await held.other`select from sessions where id = ${session.id} for update`
  const reported = host.saw(session, 'seen', host.watcher, { asOf })
  await held.awaited()
  await held.release()
  expect(await reported).toBe('nothing_new')
  expect(await verdictOf(ctx, session)).toBe('dead process_gone')
})

test('a report answers for each session, and of several words about one the last counts', async () => {
  const host = aHost(ctx)
  const [one, two] = [await host.agent(), await host.agent()]
  const about = (sessionId: string, state: 'seen' | 'gone') => ({ sessionId, pid: 4711, processStartTime: '100', state })
  const { items } = await host.report({ processes: [about(one.id, 'gone'), about('agent-nobody', 'seen'), about(two.id, 'gone'), about(one.id, 'seen')] })
  expect(Object.fromEntries(items.map(({ sessionId, result }) => [sessionId, result]))).toEqual({
    [one.id]: 'counted', 'agent-nobody': 'another_process', [two.id]: 'never_seen',
  })
})

test('what has to be looked at: the processes of active sessions of this host and boot, in pages', async () => {
  const host = aHost(ctx)
  const named = [await host.agent(), await host.agent({ bootId: undefined }), await host.agent({ pid: 0, processStartTime: undefined })]
  await host.agent({ pid: undefined, processStartTime: undefined })
  await host.agent({ processStartTime: undefined })
  await host.agent({ bootId: 'b0' })
  await endSession(ctx, (await host.agent()).id, { status: 'complete' })
  await registered(ctx, { hostId: 'another', bootId: 'b1', pid: 4711, processStartTime: '100' })
  await aHost(ctx).agent()

  const list = async (cursor?: string) => listHostProcesses(host.watcher, host.hostId, { bootId: 'b1', cursor, limit: 2 })
  const first = await list()
  const second = await list(first.nextCursor!)
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null])
  const items = [...first.items, ...second.items]
  expect(items.map(({ sessionId }) => sessionId)).toEqual(named.map(({ id }) => id).toSorted())
  const find = ({ id }: { id: string }) => items.find(({ sessionId }) => sessionId === id)
  expect(find(named[0]!)).toEqual({ sessionId: named[0]!.id, pid: 4711, processStartTime: '100', known: false, gone: false, due: true })
  expect(find(named[2]!)).toMatchObject({ pid: 0, processStartTime: null, due: false })
})

test('what is news of a process: a first sight, one after a third of the timeout, and one after it was gone', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  const look = async (by = host.watcher) => {
    const { known, gone, due } = (await listHostProcesses(by, host.hostId, { bootId: 'b1', limit: 9 })).items[0]!
    return { known, gone, due }
  }
  expect(await look()).toEqual({ known: false, gone: false, due: true })
  await host.saw(session, 'seen')
  expect(await look()).toEqual({ known: true, gone: false, due: false })
  expect(await look(host.speaker())).toEqual({ known: false, gone: false, due: true })
  await client`update process_sightings set seen_at = seen_at - interval '20 s' where session_id = ${session.id}`
  expect(await look()).toEqual({ known: true, gone: false, due: true })
  await host.saw(session, 'gone')
  expect(await look()).toEqual({ known: true, gone: true, due: true })
})

test('[LIV-13] a report and the end of its session at once: one of them first, and no deadlock', async () => {
  const host = aHost(ctx)
  const sessions = await Promise.all(Array.from({ length: 12 }, () => host.agent()))
  for (const session of sessions) await host.saw(session, 'seen')
  const processes = sessions.map(({ id }) => ({ sessionId: id, pid: 4711, processStartTime: '100', state: 'gone' as const }))
  await Promise.all([
    host.report({ processes }), host.report({ processes: processes.toReversed() }),
    ...sessions.map(({ id }) => endSession(ctx, id, { status: 'complete' })),
    reportHost({ ...ctx, actor: systemActor('s', 's') }, host.hostId, { bootId: 'b1', processes }),
  ])
  for (const session of sessions) expect(await verdictOf(ctx, session)).toBe('ended ended')
})
