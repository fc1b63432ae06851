import { beforeAll, describe, expect, test } from 'vitest'
import { sessionEnds } from '../../contract/sessions.ts'
import { BeatReservation, ReleaseReservation, ReserveThread, type Reserved } from '../../contract/threads.ts'
import { type Client } from '../../db/client.ts'
import { agentActor, testContext } from '../../test/context.ts'
import { everyRow } from '../../test/every-row.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { endSession } from '../sessions/end-session.ts'
import { readSession } from '../sessions/read-session.ts'
import { beatReservation } from './beat-reservation.ts'
import { releaseReservation } from './release-reservation.ts'
import { reserveThread } from './reserve-thread.ts'
import { readThread } from './read-thread.ts'

let ctx: Context
let client: Client
let stranger: Context

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
  stranger = { ...ctx, actor: agentActor('stranger') }
})

type Won = Extract<Reserved, { outcome: 'reserved' }>
const reserve = async (thread: string, input: object = {}): Promise<Won> => {
  const answer = await reserveThread(ctx, ReserveThread.parse({ thread, ...input }))
  if (answer.outcome !== 'reserved') throw new Error(answer.message)
  return answer
}
const release = ({ reservation: { id, token } }: Won, input: object = {}, as = ctx) =>
  releaseReservation(as, id, ReleaseReservation.parse({ token, ...input }))
const beat = ({ reservation: { id, token } }: Won, input: object = {}, as = ctx) => beatReservation(as, id, BeatReservation.parse({ token, ...input }))
const statusOf = async ({ session }: Won) => (await readSession(ctx, session.id)).session.status

describe.each(sessionEnds)('released as %s', (status) => {
  test('[RSV-6] the thread is free at once, the session ends with the same word, and the history says so', async () => {
    const won = await reserve(`as ${status}`)
    const { thread, session } = await release(won, { status, anchor: 'next', reason: 'done with it' })
    expect(thread).toMatchObject({ owner: null, generation: 1, anchor: 'next' })
    expect(session).toMatchObject({ id: won.session.id, status, holds: [], endReason: 'done with it' })
    expect((await readThread(ctx, thread.id)).history).toEqual([
      expect.objectContaining({ sessionId: won.session.id, generation: 1, releasedAs: status, releasedBy: 'token tester', releaseReason: 'done with it', refused: 0 }),
    ])
    expect((await reserve(`as ${status}`)).reservation.generation).toBe(2)
  })

  test('[RSV-6] again with the same word changes nothing, with another is refused; neither frees the successor', async () => {
    const first = await reserve(`twice ${status}`)
    await release(first, { status })
    const next = await reserve(`twice ${status}`)
    const before = await everyRow(client)
    expect((await release(first, { status })).thread.owner?.sessionId).toBe(next.session.id)
    for (const other of sessionEnds.filter((word) => word !== status))
      await expect(release(first, { status: other })).rejects.toMatchObject({ code: 'reservation_ended', details: { status, endedBy: 'token tester' } })
    expect(await everyRow(client)).toEqual(before)
    expect(await statusOf(next)).toBe('active')
  })
})

test('[RSV-6] the session goes on when it is kept, or holds more; ending it releases all', async () => {
  const one = await reserve('one')
  const two = await reserve('two', { sessionId: one.session.id })
  const three = await reserve('three', { sessionId: one.session.id })
  expect((await release(two)).session).toMatchObject({ status: 'active', holds: [{ thread: 'one' }, { thread: 'three' }] })
  expect((await release(three)).session?.status).toBe('active')
  expect((await release(one, { keepSession: true })).session).toMatchObject({ status: 'active', holds: [] })
  const [four, five] = [await reserve('four', { sessionId: one.session.id }), await reserve('five', { sessionId: one.session.id })]
  await endSession(ctx, one.session.id, { status: 'merged' })
  for (const { reservation } of [four, five]) expect((await readThread(ctx, reservation.threadId)).thread.owner).toBeNull()
})

test('[RSV-5] refusals come in order, and none of them changes anything', async () => {
  const won = await reserve('in order')
  const wrong = { token: 'wrong', generation: 0, status: 'merged' }
  const elsewhere = { ...ctx, actor: { ...ctx.actor, workspace: 'elsewhere' } }
  const before = await everyRow(client)
  const expectRefusal = async (code: string, input: object, as = ctx) => {
    await expect(release(won, input, as)).rejects.toMatchObject({ code })
    const { status: _, ...beaten } = input as typeof wrong
    await expect(beat(won, beaten, as)).rejects.toMatchObject({ code })
  }
  await expectRefusal('reservation_not_found', wrong, elsewhere)
  await expectRefusal('token_mismatch', wrong)
  await expectRefusal('token_mismatch', { token: 'wrong' })
  await expectRefusal('stale_generation', { ...wrong, token: won.reservation.token })
  await expectRefusal('not_your_session', {}, stranger)
  expect(await everyRow(client)).toEqual(before)

  await release(won)
  const ended = await everyRow(client)
  await expectRefusal('token_mismatch', wrong)
  await expectRefusal('reservation_ended', { ...wrong, token: won.reservation.token }, stranger)
  expect(await everyRow(client)).toEqual(ended)
  expect(() => BeatReservation.parse({})).toThrow()
})

test('[RSV-5] a beat with the token is a beat of the session, one with a wrong token renews nothing', async () => {
  const won = await reserve('beaten')
  const late = async () => (await client`select last_beat_at < clock_timestamp() - interval '1 s' as late from session_beats where session_id = ${won.session.id}`)[0]!.late as boolean
  await client`update session_beats set last_beat_at = clock_timestamp() - interval '30 s' where session_id = ${won.session.id}`
  await expect(beat(won, { token: 'wrong' })).rejects.toMatchObject({ code: 'token_mismatch' })
  expect(await late()).toBe(true)
  await beat(won)
  expect(await late()).toBe(false)
})

test('[RSV-8] anchors: drift names both, only a release with a new one moves it, a live owner is reported first', async () => {
  const first = await reserve('anchored', { anchor: 'a0', expectedAnchor: null })
  expect(await reserveThread(ctx, ReserveThread.parse({ thread: 'anchored', expectedAnchor: 'nowhere' }))).toMatchObject({ outcome: 'live_owner' })
  expect((await release(first)).thread.anchor).toBeNull()
  const second = await reserve('anchored', { expectedAnchor: null })
  expect((await release(second, { anchor: 'a1' })).thread.anchor).toBe('a1')
  const before = await everyRow(client)
  for (const expectedAnchor of ['a0', null])
    await expect(reserve('anchored', { expectedAnchor })).rejects.toMatchObject({ code: 'anchor_drift', details: { anchor: 'a1', expectedAnchor } })
  await expect(reserve('never there', { expectedAnchor: 'a0' })).rejects.toMatchObject({ code: 'anchor_drift', details: { anchor: null } })
  expect(await everyRow(client)).toEqual(before)
  expect((await reserve('anchored', { expectedAnchor: 'a1' })).reservation.generation).toBe(3)
})
