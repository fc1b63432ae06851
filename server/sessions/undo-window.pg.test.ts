import { beforeAll, expect, test, vi } from 'vitest'
import { type AbandonPreview, type RegisteredSession, type Session } from '../../contract/sessions.ts'
import { type Reserved, type Thread } from '../../contract/threads.ts'
import { abandonedAgo } from '../../test/abandoned-ago.ts'
import { type ServerPair, startPair } from '../../test/server-pair.ts'
import { threadNow, waitInLine } from '../../test/threads.ts'

let pair: ServerPair
beforeAll(async () => {
  pair = await startPair()
})

const patience = { timeout: 20_000, interval: 10 }
const register = async (thread?: string) => (await pair.api(0)<RegisteredSession>('POST', '/sessions', { timeoutMs: 3_600_000, ...(thread && { thread }) })).body
const abandon = async (id: string) => (await pair.asOperator(0)<Session>('POST', `/sessions/${id}/abandon`, { reason: 'stuck' })).body
const reserve = async (server: 0 | 1, thread: string, waitMs = 0) => (await pair.api(server)<Reserved>('POST', '/threads/reserve', { thread, session: {}, waitMs })).body
const codeOf = ({ body }: { body: unknown }) => (body as { error: { code: string } }).error.code

test('[OPS-6] inside the window, through both processes: the old owner is refused, a newcomer is told who it was, the line is not served', async () => {
  const { session, reservation } = await register()
  const { thread } = reservation!
  const { undoUntil } = await abandon(session.id)
  const waiting = reserve(1, thread, 30_000)
  await vi.waitFor(async () => expect((await threadNow(pair.ctx, session.threadId)).waiting).toBe(1), patience)
  expect(codeOf(await pair.api(1)('POST', `/sessions/${session.id}/heartbeat`))).toBe('session_ended')
  const refused = await reserve(1, thread)
  expect(refused).toMatchObject({ outcome: 'live_owner', owner: { sessionId: session.id, status: 'abandoned', undoUntil } })
  // Rounds of the loop have gone by: others' windows end, this one's line is still waiting.
  const [other] = [await register()]
  await abandon(other.session.id)
  await abandonedAgo(pair.sql, other.session.id, 10_000)
  await vi.waitFor(async () => expect((await threadNow(pair.ctx, other.session.threadId)).owner).toBeNull(), patience)
  expect(await threadNow(pair.ctx, session.threadId)).toMatchObject({ generation: 1, waiting: 1, owner: { sessionId: session.id } })

  await abandonedAgo(pair.sql, session.id, 10_000)
  const next = await waiting
  expect(next).toMatchObject({ outcome: 'reserved', reservation: { thread, generation: 2 } })
  expect(codeOf(await pair.asOperator(1)('POST', `/sessions/${session.id}/undo`, {}))).toBe('not_undoable')
})

test('[OPS-6] an undo through the other process: the owner beats on under its old token, and who waits goes on waiting', async () => {
  const { session, reservation } = await register()
  const [held] = await pair.sql<{ id: string }[]>`select id from reservations where session_id = ${session.id}`
  await abandon(session.id)
  const waiting = reserve(1, reservation!.thread, 1_500)
  expect((await pair.asOperator(1)<Session>('POST', `/sessions/${session.id}/undo`, { reason: 'wrong one' })).body).toMatchObject({ status: 'active', undoUntil: null })
  const beat = await pair.api(0)('POST', `/reservations/${held!.id}/heartbeat`, { token: reservation!.token, generation: reservation!.generation })
  expect(beat.status).toBe(200)
  expect(await waiting).toMatchObject({ outcome: 'live_owner', owner: { sessionId: session.id, status: 'active', undoUntil: null } })
})

test('[OPS-6] undo against a takeover through the other process: exactly one has the thread', async () => {
  const won = { undo: 0, takeover: 0 }
  for (let round = 0; round < 12; round++) {
    const [{ session }, next] = [await register(), (await register(`elsewhere-${round}`)).session]
    await abandon(session.id)
    const [undone, taken] = await Promise.all([
      pair.asOperator(0)<Session>('POST', `/sessions/${session.id}/undo`, {}),
      pair.asOperator(1)<Thread>('POST', `/threads/${session.threadId}/takeover`, { generation: 1, sessionId: next.id, reason: 'needed' }),
    ])
    const { owner } = await threadNow(pair.ctx, session.threadId)
    // After an undo the takeover may still take it from the owner that it saw, who is then abandoned for good.
    if (taken.status === 200) expect(owner).toMatchObject({ sessionId: next.id, generation: 2 })
    else expect(owner).toMatchObject({ sessionId: session.id, generation: 1, status: 'active' })
    if (undone.status !== 200) expect(codeOf(undone)).toBe('not_undoable')
    won[taken.status === 200 && undone.status !== 200 ? 'takeover' : 'undo']++
    const owners = await pair.sql`select from reservations where thread_id = ${session.threadId} and released_at is null`
    expect(owners).toHaveLength(1)
  }
  expect(won.undo + won.takeover).toBe(12)
})

test('[OPS-1] a preview and [UI-10] a second operator, through the other process, say who was first', async () => {
  const { session } = await register()
  expect((await pair.asOperator(1)<AbandonPreview>('GET', `/sessions/${session.id}/abandon`)).body).toMatchObject({ threads: [{ generation: 1 }] })
  const first = await abandon(session.id)
  const second = await pair.asOperator(1)<Session>('POST', `/sessions/${session.id}/abandon`, { reason: 'me too', now: true })
  expect(second.body).toEqual(first)
  expect(first.endedBy).toBe('person operator')
})

test('[OPS-6] a window that ends while every server is down is finished after the start', async () => {
  const [{ session }, waiter] = [await register(), (await register('none of it')).session]
  await abandon(session.id)
  await waitInLine(pair.sql, session.threadId, waiter)
  await Promise.all(pair.servers.map((server) => server.kill('SIGKILL')))
  await abandonedAgo(pair.sql, session.id, 10_000)
  expect(await threadNow(pair.ctx, session.threadId)).toMatchObject({ owner: null, waiting: 1, generation: 1 })
  await pair.restart(0)
  await vi.waitFor(async () => expect((await threadNow(pair.ctx, session.threadId)).owner).toMatchObject({ sessionId: waiter.id, generation: 2 }), patience)
  await vi.waitFor(async () => expect((await pair.sql`select undo_until from sessions where id = ${session.id}`)[0]!.undo_until).toBeNull(), patience)
})
