import { beforeAll, describe, expect, test } from 'vitest'
import { ReleaseReservation, ReserveThread, type Reserved, type ThreadOwner } from '../../contract/threads.ts'
import { type Client } from '../../db/client.ts'
import { agentActor, testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, register, registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { releaseReservation } from './release-reservation.ts'
import { reserveThread } from './reserve-thread.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const reserve = (thread: string, input: object = {}, as = ctx) => reserveThread(as, ReserveThread.parse({ thread, ...input }))
type Won = Extract<Reserved, { outcome: 'reserved' }>
const won = async (reserving: Promise<Reserved>): Promise<Won> => {
  const answer = await reserving
  if (answer.outcome !== 'reserved') throw new Error(answer.message)
  return answer
}
const lost = async (reserving: Promise<Reserved>): Promise<ThreadOwner> => {
  const answer = await reserving
  if (answer.outcome !== 'live_owner') throw new Error('it was reserved')
  return answer.owner
}
const silent = (id: string) => client`update session_beats set last_beat_at = clock_timestamp() - interval '1 h' where session_id = ${id}`

test('[RSV-2] a free thread is reserved, and the session is made with it', async () => {
  const { reservation, session, secret, again } = await won(reserve('plain', { session: { name: 'Ada', model: 'm' }, anchor: 'abc' }))
  expect(reservation).toMatchObject({ workspace: 'default', thread: 'plain', generation: 1, anchor: 'abc' })
  expect(session).toMatchObject({ name: 'Ada', model: 'm', thread: 'plain', threadId: reservation.threadId, status: 'active', version: 1, holds: [{ thread: 'plain', generation: 1 }] })
  expect([again, secret?.slice(0, 4)]).toEqual([false, 'mss_'])
  expect((await changesOf(client, session.id)).map(({ body }) => body)).toEqual([session])
  expect((await readSession(ctx, session.id)).session).toEqual(session)
})

describe.each(['once more', 'for a registered session'])('%s', (how) => {
  test('[RSV-2] a session that is made by reserving is told as one that registers is', async () => {
    const all = {
      name: 'Ada', clientInstanceId: 'c', nativeActorKey: 'n', nativeParentActorKey: 'p', nativeInstanceKey: 'i', externalSessionId: 'e',
      provider: 'pr', model: 'm', harness: 'h', thinkingLevel: 't', hostId: 'host', hostname: 'hn', pid: 7, processStartTime: '9', bootId: 'b',
      worktreePath: '/w', executionRoot: '/x', baseState: 'bs', anchorState: 'as', anchorRoot: 'ar', attachReason: 'r', attachPrecedence: ['a:b:miss'],
      winningAttachRule: 'w', probeSource: 'ps', probeConfidence: 0.1, reportFlushState: 'f', labels: { a: 'b' }, timeoutMs: 9_000, stallMs: 9_999,
      beats: how === 'once more',
    }
    const { session } = await won(reserve(`as registered ${how}`, { session: all }))
    const other = await registered(ctx, { ...all, thread: `another ${how}` })
    const plain = { id: 0, thread: 0, threadId: 0, startedAt: 0, lastProgressAt: 0, lastBeatAt: 0, liveness: 0, holds: 0 }
    expect({ ...session, ...plain }).toEqual({ ...other, ...plain })
    expect({ ...session.liveness, since: 0 }).toEqual({ ...other.liveness, since: 0 })
  })
})

test('[RSV-2] [GEN-2] a loser is told who has it, and leaves nothing behind', async () => {
  const { session, reservation } = await won(reserve('taken'))
  const tables = async () => (await client`
    select (select count(*)::int from sessions) as s, (select count(*)::int from threads) as t, (select count(*)::int from changes) as c,
      (select version::int from threads where name = 'taken') as v`)[0]
  const before = await tables()
  expect(await lost(reserve('taken'))).toMatchObject({ sessionId: session.id, generation: reservation.generation, verdict: 'alive', reservedAt: reservation.reservedAt })
  expect(await tables()).toEqual(before)
})

test('[RSV-2] [LIV-7] a dead owner is abandoned with the evidence, and the thread taken, in one', async () => {
  const owner = await won(reserve('dead'))
  const other = await won(reserve('held as well', { sessionId: owner.session.id }))
  await silent(owner.session.id)
  const taken = await won(reserve('dead'))
  expect(taken.reservation.generation).toBe(2)
  const { session } = await readSession(ctx, owner.session.id)
  expect(session).toMatchObject({ status: 'abandoned', endedBy: 'token tester', endReason: expect.stringMatching(/^dead \(heartbeat expired since .*\) when token tester reserved dead$/) as string })
  expect((await won(reserve('held as well'))).reservation.generation).toBe(other.reservation.generation + 1)
})

test('[RSV-7] the owner reserving again has the same generation and a new token, and the old token is void', async () => {
  const first = await won(reserve('again'))
  const second = await won(reserve('again', { sessionId: first.session.id }))
  expect(second).toMatchObject({ again: true, secret: null, reservation: { id: first.reservation.id, generation: 1 } })
  const release = (token: string) => releaseReservation(ctx, first.reservation.id, ReleaseReservation.parse({ token }))
  await expect(release(first.reservation.token)).rejects.toMatchObject({ code: 'token_mismatch' })
  expect((await release(second.reservation.token)).session?.status).toBe('complete')
})

test('[RSV-7] [SEC-2] another token can not reserve in the name of the owner', async () => {
  const { session } = await won(reserve('mine'))
  const stranger = { ...ctx, actor: agentActor('stranger') }
  await expect(reserve('mine', { sessionId: session.id }, stranger)).rejects.toMatchObject({ code: 'not_your_session' })
  await expect(reserve('another', { sessionId: session.id }, stranger)).rejects.toMatchObject({ code: 'not_your_session' })
  expect(await client`select from threads where name = 'another'`).toEqual([])
})

test('[RSV-4] [SES-5] an ended session reserves nothing, and the thread is not made for it', async () => {
  const { id } = await registered(ctx)
  await endSession(ctx, id, { status: 'complete' })
  await expect(reserve('by the dead', { sessionId: id })).rejects.toMatchObject({ code: 'session_ended' })
  await expect(reserve('by nobody', { sessionId: 'agent-nobody' })).rejects.toMatchObject({ code: 'session_not_found' })
  expect(await client`select from threads where name in ('by the dead', 'by nobody')`).toEqual([])
})

test('[SEC-2] a secret reserves for its own session only, a limited token in its workspace only', async () => {
  const [one, two] = [await register(ctx), await register(ctx)]
  const bySecret = { ...ctx, actor: { ...ctx.actor, workspace: 'default', sessionId: one.session.id } }
  expect((await won(reserve('by secret', {}, bySecret))).session.id).toBe(one.session.id)
  await expect(reserve('by secret 2', { sessionId: two.session.id }, bySecret)).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(reserve('by secret 3', { session: {} }, bySecret)).rejects.toMatchObject({ code: 'not_allowed' })
  const limited = { ...ctx, actor: { ...ctx.actor, workspace: 'shop' } }
  await expect(reserve('x', { workspace: 'default' }, limited)).rejects.toMatchObject({ code: 'wrong_workspace' })
  await expect(reserve('x', { sessionId: one.session.id }, limited)).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(reserve('x', { workspace: 'shop', sessionId: one.session.id })).rejects.toMatchObject({ code: 'wrong_workspace' })
})
