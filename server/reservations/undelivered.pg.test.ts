import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { ReserveThread } from '../../contract/threads.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { reserveThread } from './reserve-thread.ts'
import { viewThread } from './view-thread.ts'
import { WaitingLine } from './waiting-line.ts'

let ctx: Context
let line: WaitingLine

beforeAll(async () => {
  ;({ ctx } = await testContext(await createDatabase()))
  line = new WaitingLine(ctx, pino({ level: 'silent' }))
})

async function reserved(input: object) {
  const answer = await reserveThread(ctx, ReserveThread.parse(input))
  if (answer.outcome !== 'reserved') throw new Error('somebody else has it')
  return answer
}
const ownerOf = async (threadId: string) => (await viewThread(ctx, threadId)).owner

test('[RSV-9] a grant that could not be delivered is taken back, with the session that was made for it', async () => {
  const answer = await reserved({ thread: 'a', session: {} })
  await line.undelivered(answer)
  expect(await ownerOf(answer.reservation.threadId)).toBeNull()
})

test('[RSV-7, RSV-9] what its owner has reserved again since, and was told of, is not taken back by the first call', async () => {
  const first = await reserved({ thread: 'b', session: {} })
  const again = await reserved({ thread: 'b', sessionId: first.session.id })
  await line.undelivered(first)
  await line.undelivered(again)
  expect(await ownerOf(first.reservation.threadId)).toMatchObject({ sessionId: first.session.id, status: 'active', generation: 1 })
})
