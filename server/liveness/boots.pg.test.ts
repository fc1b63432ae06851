import { beforeAll, expect, test } from 'vitest'
import { AttachSession, type Session } from '../../contract/sessions.ts'
import { ReserveThread } from '../../contract/threads.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { changesOf, register } from '../../test/sessions.ts'
import { type Context } from '../context.ts'
import { reserveThread } from '../reservations/reserve-thread.ts'
import { attachSession } from '../sessions/attach-session.ts'
import { updateSession } from '../sessions/update-session.ts'
import { announceVerdicts } from './announce-verdicts.ts'
import { beatSession } from './beat-session.ts'
import { aHost, verdictOf } from './host-fixture.ts'

let ctx: Context
let client: Client

beforeAll(async () => {
  ;({ ctx, client } = await testContext(await createDatabase()))
})

const hostRow = async (hostId: string) =>
  (await client<{ boot: string | null; hostname: string | null; vouched: boolean }[]>`
    select boot_id as boot, hostname, vouched_by is not null as vouched from hosts where id = ${hostId}`)[0]
const [alive, rebooted] = ['alive heartbeat', 'dead host_rebooted']

test('[LIV-2] the first sight of a new boot, by an agent that registers there, makes the sessions of the old one dead', async () => {
  const host = aHost(ctx)
  const [before, elsewhere, unsaid] = [await host.agent({ hostname: 'build-3' }), await aHost(ctx).agent(), await host.agent({ bootId: undefined })]
  const after = await host.agent({ bootId: 'b2' })
  await beatSession(ctx, before.id)
  expect(await verdictOf(ctx, before)).toBe(rebooted)
  for (const session of [after, elsewhere, unsaid]) expect(await verdictOf(ctx, session)).toBe(alive)
  expect(await hostRow(host.hostId)).toEqual({ boot: 'b2', hostname: 'build-3', vouched: false })
  expect(await announceVerdicts(ctx)).toBe(1)
  expect((await changesOf(client, before.id)).at(-1)!.body!.liveness.reason).toBe('host_rebooted')
})

test('[LIV-2] an earlier boot never returns, by whomever it is said', async () => {
  const host = aHost(ctx)
  await host.agent()
  const current = await host.agent({ bootId: 'b2' })
  const late = await host.agent({ bootId: 'b1' })
  expect(late.liveness).toMatchObject({ verdict: 'dead', reason: 'host_rebooted' })
  expect(await verdictOf(ctx, current)).toBe(alive)

  await host.report({ bootId: 'b2' })
  await host.report({ bootId: 'b3' })
  for (const bootId of ['b1', 'b2']) await expect(host.report({ bootId })).rejects.toMatchObject({ code: 'stale_boot' })
  expect((await hostRow(host.hostId))!.boot).toBe('b3')
})

test('[LIV-2] [LIV-12] a report of a new boot makes the sessions of the old one dead, and announces it with that', async () => {
  const host = aHost(ctx)
  const session = await host.agent()
  await host.report({ bootId: 'b1', hostname: 'build-4' })
  expect(await verdictOf(ctx, session)).toBe(alive)
  await host.report({ bootId: 'b2' })
  expect((await changesOf(client, session.id)).at(-1)!.body!.liveness).toMatchObject({ verdict: 'dead', reason: 'host_rebooted' })
  expect(await hostRow(host.hostId)).toEqual({ boot: 'b2', hostname: 'build-4', vouched: true })
})

test('[SEC-2] where somebody speaks for a host, an agent can not make others dead by naming another boot', async () => {
  const host = aHost(ctx)
  const honest = await host.agent()
  await host.report({ bootId: 'b1' })
  const claims = await host.agent({ bootId: 'made up' })
  await updateSession(ctx, claims.id, { bootId: 'made up too' })
  expect(await verdictOf(ctx, honest)).toBe(alive)
  expect((await hostRow(host.hostId))!.boot).toBe('b1')
  await host.report({ bootId: 'b1' })
})

test('[LIV-2] an agent that is up before the one who speaks for its host is not dead meanwhile, nor after', async () => {
  const host = aHost(ctx)
  const before = await host.agent()
  await host.report({ bootId: 'b1' })
  const early = await host.agent({ bootId: 'b2' })
  expect(early.liveness.verdict).toBe('alive')
  await host.report({ bootId: 'b2' })
  expect([await verdictOf(ctx, early), await verdictOf(ctx, before)]).toEqual([alive, rebooted])
  await host.report({ bootId: 'b3' })
  expect(await verdictOf(ctx, early)).toBe(rebooted)
})

test('[LIV-2] a boot that only agents spoke of is over too once another is seen', async () => {
  const host = aHost(ctx)
  await host.report({ bootId: 'b1' })
  const unheard = await host.agent({ bootId: 'b2' })
  await host.report({ bootId: 'b3' })
  expect(await verdictOf(ctx, unheard)).toBe(rebooted)
})

test('[SEC-2] whoever speaks for a host first sets right what agents said of its boots', async () => {
  const host = aHost(ctx)
  const honest = await host.agent({ bootId: 'b1' })
  const liar = await host.agent({ bootId: 'made up' })
  expect(await verdictOf(ctx, honest)).toBe(rebooted)
  await host.report({ bootId: 'b1' })
  expect([await verdictOf(ctx, honest), await verdictOf(ctx, liar)]).toEqual([alive, rebooted])
  await expect(host.report({ bootId: 'made up' })).rejects.toMatchObject({ code: 'stale_boot' })
})

test('[LIV-2] a session that says later where it runs is a sight of that boot too', async () => {
  const host = aHost(ctx)
  const before = await host.agent()
  const { session: nowhere } = await register(ctx, { timeoutMs: 60_000 })
  await updateSession(ctx, nowhere.id, { hostId: host.hostId })
  await updateSession(ctx, nowhere.id, { bootId: 'b2' })
  expect([await verdictOf(ctx, nowhere), await verdictOf(ctx, before)]).toEqual([alive, rebooted])
})

test('[LIV-2] a session that is made by reserving or attaching is a sight of its boot too', async () => {
  const where = (hostId: string) => ({ hostId, bootId: 'b2', timeoutMs: 60_000 })
  const makers: ((hostId: string) => Promise<{ session: { id: string } }>)[] = [
    async (hostId) => {
      const reserved = await reserveThread(ctx, ReserveThread.parse({ thread: `t/${hostId}`, session: where(hostId) }))
      return reserved as { session: Session }
    },
    (hostId) => attachSession(ctx, AttachSession.parse({ ...where(hostId), nativeActorKey: hostId })),
  ]
  for (const make of makers) {
    const host = aHost(ctx)
    const before = await host.agent()
    const { session } = await make(host.hostId)
    expect([await verdictOf(ctx, session), await verdictOf(ctx, before)]).toEqual([alive, rebooted])
  }
})

test('[GEN-2] a report that is refused for its boot leaves nothing of what it said of processes', async () => {
  const host = aHost(ctx)
  const session = await host.agent({ bootId: undefined })
  for (const bootId of ['b1', 'b2']) await host.report({ bootId })
  await expect(host.saw(session, 'seen')).rejects.toMatchObject({ code: 'stale_boot' })
  expect(await client`select from process_sightings where session_id = ${session.id}`).toHaveLength(0)
})

test('[GEN-1] race: two new boots of one host at once: one is the first, the other comes after it, and both are known', async () => {
  const host = aHost(ctx)
  await host.report({ bootId: 'b1' })
  const held = await holdRows(client, `select from hosts where id = '${host.hostId}' for update`)
  const both = [host.report({ bootId: 'b2' }), host.report({ bootId: 'b3' })]
  await held.awaited(2)
  await held.release()
  await Promise.all(both)
  const last = (await hostRow(host.hostId))!.boot!
  expect(['b2', 'b3']).toContain(last)
  await expect(host.report({ bootId: last === 'b2' ? 'b3' : 'b2' })).rejects.toMatchObject({ code: 'stale_boot' })
})

test('[SEC-2] race: an agent names another boot while somebody speaks for the host for the first time', async () => {
  const host = aHost(ctx)
  const honest = await host.agent()
  const held = await holdRows(client, `update hosts set vouched_by = 'token 1' where id = '${host.hostId}'`)
  const claims = host.agent({ bootId: 'made up' })
  await held.awaited()
  await held.release()
  await claims
  expect((await hostRow(host.hostId))!.boot).toBe('b1')
  expect(await verdictOf(ctx, honest)).toBe(alive)
})

test('[GEN-4] many agents that register on a host nobody knew, at once, are all of its first boot', async () => {
  const host = aHost(ctx)
  const all = await Promise.all(Array.from({ length: 16 }, () => host.agent()))
  for (const session of all) expect(await verdictOf(ctx, session)).toBe(alive)
  expect(await client`select from host_boots where host_id = ${host.hostId}`).toHaveLength(1)
})
