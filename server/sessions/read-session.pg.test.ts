import { beforeAll, expect, test } from 'vitest'
import { SessionDetail } from '../../contract/sessions.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { registered } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { readSession } from './read-session.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const read = async (id: string) => SessionDetail.parse(await readSession(ctx, id))
const waits = (sessionId: string, threadId: string, leaseS = 60) => client`
  insert into thread_waiters (thread_id, session_id, session_name, token_hash, waiting_since, lease_until)
  values (${threadId}, ${sessionId}, ${`waiter ${sessionId}`}, 'x', clock_timestamp(), clock_timestamp() + ${leaseS} * interval '1 s')`

test('[UI-3, RSV-9] what it holds says its generation and who waits, the next first; lapsed places do not count', async () => {
  const owner = await registered(ctx, { name: 'owner' })
  const [first, second, gone] = [await registered(ctx, {}), await registered(ctx, {}), await registered(ctx, {})]
  for (const one of [first, second]) await waits(one.id, owner.threadId)
  await waits(gone.id, owner.threadId, -1)

  const [hold, ...more] = (await read(owner.id)).holds
  expect(more).toEqual([])
  expect(hold).toMatchObject({ threadId: owner.threadId, thread: `agent/${owner.id}`, generation: 1 })
  expect(hold!.waiters.map(({ sessionId }) => sessionId)).toEqual([first.id, second.id])
  expect((await read(second.id)).waitsFor).toMatchObject([{ threadId: owner.threadId, thread: `agent/${owner.id}` }])
  expect((await read(gone.id)).waitsFor).toEqual([])
})
