import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ListThreads, ReleaseReservation, type Reserved, ReserveThread, SetAnchor, TakeOverThread } from '../../contract/threads.ts'
import { type Client } from '../../db/client.ts'
import { anna, as, trail } from '../../test/audit.ts'
import { testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { beatSession } from '../liveness/beat-session.ts'
import { deleteSession } from '../sessions/delete-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { ask } from './ask.ts'
import { enterLine } from './enter-line.ts'
import { listThreads } from './list-threads.ts'
import { readThread } from './read-thread.ts'
import { releaseReservation } from './release-reservation.ts'
import { reserveThread } from './reserve-thread.ts'
import { setThreadAnchor } from './set-thread-anchor.ts'
import { takeOverThread } from './take-over-thread.ts'
import { WaitingLine } from './waiting-line.ts'

let ctx: Context
let client: Client
let operator: Context

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  operator = as(ctx, anna)
})

type Won = Extract<Reserved, { outcome: 'reserved' }>
const reserve = async (thread: string, input: object = {}, who = ctx): Promise<Won> => {
  const answer = await reserveThread(who, ReserveThread.parse({ thread, ...input }))
  if (answer.outcome !== 'reserved') throw new Error(answer.message)
  return answer
}
const release = ({ reservation: { id, token } }: Won) => releaseReservation(ctx, id, ReleaseReservation.parse({ token }))
const enter = (thread: string, input: object = {}) => enterLine(ctx, ask(ctx, ReserveThread.parse({ thread, waitMs: 1000, ...input })))
const list = async (filter: object = {}, who = ctx) => listThreads(who, ListThreads.parse(filter))
const takeOver = (id: string, input: object, who = operator) => takeOverThread(who, id, TakeOverThread.parse({ reason: 'it is stuck', ...input }))

test('[GEN-10] [UI-4] threads come last reserved first, page by page, by state, words and workspace', async () => {
  const workspace = 'lists'
  const free = await reserve('l/free', { workspace })
  await release(free)
  const dead = await reserve('l/dead', { workspace, session: { name: 'Gone' } })
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '1 h' where session_id = ${dead.session.id}`
  await reserve('l/owned', { workspace, session: { name: 'Ada' } })
  await enter('l/owned', { workspace })
  await registered(ctx, { workspace, thread: 'l/never' })

  const names = async (filter: object, who = ctx) => (await list({ workspace, ...filter }, who)).items.map(({ name }) => name)
  expect(await names({})).toEqual(['l/owned', 'l/dead', 'l/free', 'l/never'])
  expect(await names({ state: 'owned' })).toEqual(['l/owned', 'l/dead'])
  expect(await names({ state: 'dead_owner' })).toEqual(['l/dead'])
  expect(await names({ state: 'waited_for' })).toEqual(['l/owned'])
  expect(await names({ state: 'free' })).toEqual(['l/free', 'l/never'])
  expect(await names({ q: 'ada own' })).toEqual(['l/owned'])
  expect(await names({ q: dead.session.id })).toEqual(['l/dead'])

  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ workspace, limit: 1, ...(cursor && { cursor }) })
    expect(page.total).toEqual(cursor ? null : { count: 4, capped: false })
    seen.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual(['l/owned', 'l/dead', 'l/free', 'l/never'])

  const limited = { ...ctx, actor: { ...ctx.actor, workspace: 'elsewhere' } }
  expect(await names({}, limited)).toEqual([])
  await expect(readThread(limited, free.reservation.threadId)).rejects.toMatchObject({ code: 'thread_not_found' })
  await expect(list({ cursor: 'made up' })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('[GEN-9] listing and reading change nothing, also where an owner is dead', async () => {
  const { session, reservation } = await reserve('read only')
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '1 h' where session_id = ${session.id}`
  const before = await everyRow(client)
  await list()
  expect((await readThread(ctx, reservation.threadId)).thread.owner).toMatchObject({ verdict: 'dead', reason: 'heartbeat_expired' })
  expect(await everyRow(client)).toEqual(before)
})

test('[RSV-10] [SES-10] the history of owners outlives their sessions', async () => {
  const first = await reserve('history', { session: { name: 'Ada' }, anchor: 'a0' })
  await release(first)
  await deleteSession(operator, first.session.id)
  const second = await reserve('history')
  const { history, thread } = await readThread(ctx, second.reservation.threadId)
  expect(history).toMatchObject([
    { generation: 2, releasedAt: null, sessionId: second.session.id },
    { generation: 1, name: 'Ada', sessionId: first.session.id, anchor: 'a0', releasedAs: 'complete', releasedBy: 'token tester' },
  ])
  expect(thread.owner?.sessionId).toBe(second.session.id)
})

test('[RSV-9] a newcomer does not pass the line of a thread that nobody has yet, and is told who got it', async () => {
  const gone = await reserve('nobody has it')
  await enter('nobody has it', { session: { name: 'head' } })
  await client`update reservations set released_at = clock_timestamp(), released_as = 'abandoned' where id = ${gone.reservation.id}`
  const answer = await reserveThread(ctx, ReserveThread.parse({ thread: 'nobody has it', session: { name: 'newcomer' } }))
  expect(answer).toMatchObject({ outcome: 'live_owner', owner: { name: 'head', generation: 2 } })
  expect(await client`select from sessions where name = 'newcomer'`).toEqual([])
})

test('[RSV-9] who waits but is dead, or whose lease ran out, is passed over', async () => {
  const owner = await reserve('passed over')
  const dead = await registered(ctx, { thread: 'of the dead' })
  await enter('passed over', { sessionId: dead.id })
  await enter('passed over', { session: { name: 'lapsed' } })
  await enter('passed over', { session: { name: 'third' } })
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '1 h' where session_id = ${dead.id}`
  await client`update thread_waiters set lease_until = clock_timestamp() where session_name = 'lapsed'`
  expect((await release(owner)).thread.owner).toMatchObject({ name: 'third' })
})

test('[API-5] who waits is told by the feed: no clock has to tick for it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const owner = await reserve('by the feed')
  const { threadId } = owner.reservation
  const line = new WaitingLine(ctx, pino({ level: 'silent' }))
  const waiting = line.wait(ctx, ReserveThread.parse({ thread: 'by the feed', waitMs: 20_000 }), new AbortController().signal)
  await vi.waitFor(async () => expect((await readThread(ctx, threadId)).waiters).toHaveLength(1))
  await release(owner)
  line.onChanges([{ topic: 'thread', entity: threadId, version: 9, workspace: 'default', body: null }])
  const rest = await waiting
  expect(await rest(ctx)).toMatchObject({ outcome: 'reserved', reservation: { generation: 2 } })
})

test('[RSV-11] [OPS-4] a takeover abandons the owner, gives the thread on, and is in the trail', async () => {
  const owner = await reserve('taken over')
  const { threadId } = owner.reservation
  const next = await registered(ctx, { thread: 'of the next' })
  const thread = await takeOver(threadId, { generation: 1, sessionId: next.id })
  expect(thread).toMatchObject({ generation: 2, owner: { sessionId: next.id } })
  expect((await readSession(ctx, owner.session.id)).session).toMatchObject({ status: 'abandoned', endedBy: 'person Anna', endReason: 'it is stuck', undoUntil: null })
  await expect(beatSession(ctx, owner.session.id)).rejects.toMatchObject({ code: 'session_ended', details: { endedBy: 'person Anna', reason: 'it is stuck' } })
  expect(await trail(operator, { action: 'thread.taken_over' })).toMatchObject([{
    actorName: 'Anna', targetId: threadId, targetName: 'taken over', reason: 'it is stuck',
    before: { generation: 1, owner: { id: owner.session.id } }, after: { generation: 2, owner: { id: next.id } },
  }])
  // Its token comes by reserving again (RSV-7).
  expect(await reserve('taken over', { sessionId: next.id })).toMatchObject({ again: true, reservation: { generation: 2 } })
})

test('[RSV-11] [RSV-9] without a session given the head of the line gets it, else nobody', async () => {
  const owner = await reserve('to the line')
  const { threadId } = owner.reservation
  await enter('to the line', { session: { name: 'head' } })
  expect((await takeOver(threadId, { generation: 1 })).owner).toMatchObject({ name: 'head', generation: 2 })
  expect(await takeOver(threadId, { generation: 2 })).toMatchObject({ owner: null, generation: 2 })
})

test('[RSV-11] [GEN-2] who saw another owner is told, and nothing changes', async () => {
  const first = await reserve('moved on')
  const { threadId } = first.reservation
  await release(first)
  const second = await reserve('moved on')
  const ended = await registered(ctx, { thread: 'of the ended' })
  await client`update sessions set status = 'complete', completed_at = clock_timestamp() where id = ${ended.id}`
  const far = await registered(ctx, { workspace: 'far', thread: 'x' })
  const before = await everyRow(client)
  await expect(takeOver(threadId, { generation: 1 })).rejects.toMatchObject({ code: 'stale_generation', details: { generation: 2, owner: { sessionId: second.session.id } } })
  await expect(takeOver(threadId, { generation: 2, sessionId: ended.id })).rejects.toMatchObject({ code: 'session_ended' })
  await expect(takeOver(threadId, { generation: 2, sessionId: far.id })).rejects.toMatchObject({ code: 'wrong_workspace' })
  await expect(takeOver(crypto.randomUUID(), { generation: 1 })).rejects.toMatchObject({ code: 'thread_not_found' })
  expect(await everyRow(client)).toEqual(before)
})

test('[RSV-8] [OPS-5] an operator sets the anchor, with a reason, in the trail', async () => {
  const { reservation } = await reserve('anchor by hand')
  const set = (anchor: string | null) => setThreadAnchor(operator, reservation.threadId, SetAnchor.parse({ anchor, reason: 'rebased' }))
  expect((await set('a1')).anchor).toBe('a1')
  expect((await set(null)).anchor).toBeNull()
  expect(await trail(operator, { action: 'thread.anchor_set' })).toMatchObject([
    { before: { anchor: 'a1' }, after: { anchor: null }, reason: 'rebased' }, { before: { anchor: null }, after: { anchor: 'a1' } },
  ])
})

test('[RSV-4] [SEC-4] no token and no secret is in any table, list, change row or error', async () => {
  const won = await reserve('secrets', { session: { name: 'Ada' } })
  const waiting = ask(ctx, ReserveThread.parse({ thread: 'secrets', waitMs: 1000 }))
  await enterLine(ctx, waiting)
  const secrets = [won.reservation.token, won.secret!, waiting.token, waiting.made!.secret]
  const said: unknown[] = [await list(), await readThread(ctx, won.reservation.threadId), await readSession(ctx, won.session.id), await everyRow(client)]
  for (const input of [{ token: won.reservation.token, generation: 0 }, { token: secrets[1] }])
    said.push(await releaseReservation(ctx, won.reservation.id, ReleaseReservation.parse(input)).catch((error: { message: string; details: object }) => [error.message, error.details]))
  await release(won)
  said.push(await everyRow(client))
  for (const secret of secrets) expect(JSON.stringify(said)).not.toContain(secret)
})
