import { beforeEach, expect, test } from 'vitest'
import { type Person } from '../../contract/people.ts'
import { type Client } from '../../db/client.ts'
import { testContext } from '../../test/context.ts'
import { holdRows } from '../../test/held-rows.ts'
import { signedIn } from '../../test/people.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context } from '../context.ts'
import { changePerson } from './change-person.ts'
import { invitePerson } from './invite-person.ts'
import { listPeople } from './list-people.ts'
import { makePersonLink } from './make-person-link.ts'
import { removePerson } from './remove-person.ts'

let ctx: Context
let client: Client
const base = 'https://muster.example'

beforeEach(async () => {
  if (!ctx) ({ ctx, client } = await testContext(await createDatabase()))
  await client`truncate people cascade`
})

const admin = async (name: string): Promise<Context & { id: string }> => {
  const { actor } = await signedIn(ctx, 'admin', name)
  return { ...ctx, actor, id: actor.id }
}
const admins = () => client<{ name: string }[]>`select name from people where role = 'admin' order by name`
const ends = (all: PromiseSettledResult<unknown>[]) => all.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason as { code: string }).code)).toSorted()

test('[SEC-2] the last admin can neither be demoted nor removed, by anybody', async () => {
  const ada = await admin('Ada')
  await signedIn(ctx, 'operator')
  for (const role of ['viewer', 'operator'] as const)
    await expect(changePerson(ada, ada.id, { role })).rejects.toMatchObject({ code: 'last_admin' })
  await expect(removePerson(ada, ada.id)).rejects.toMatchObject({ code: 'last_admin' })
  expect(await changePerson(ada, ada.id, { name: 'Ada L.', role: 'admin' })).toMatchObject({ name: 'Ada L.', role: 'admin', version: 2 })
  const bo = await admin('Bo')
  expect(await changePerson(bo, ada.id, { role: 'viewer' })).toMatchObject({ role: 'viewer' })
  expect((await admins()).map(({ name }) => name)).toEqual(['Bo'])
})

const acts = {
  'demote each other': (by: Context, whom: string) => changePerson(by, whom, { role: 'viewer' }),
  'remove each other': removePerson,
  'step down at once': (by: Context) => changePerson(by, by.actor.id, { role: 'operator' }),
}
for (const [what, act] of Object.entries(acts))
  test(`[SEC-2] two admins ${what}: one stays`, async () => {
    for (let round = 0; round < 10; round++) {
      await client`truncate people cascade`
      const [ada, bo] = [await admin('Ada'), await admin('Bo')]
      expect(ends(await Promise.allSettled([act(ada, bo.id), act(bo, ada.id)]))).toEqual(['done', 'last_admin'])
      expect(await admins()).toHaveLength(1)
    }
  })

test('[SEC-2] an admin who is demoted while their own act waits for the lock does nothing any more', async () => {
  const [ada, bo] = [await admin('Ada'), await admin('Bo')]
  await admin('Cleo')
  const held = await holdRows(client, `update people set role = 'viewer' where id = '${bo.id}'`)
  const late = changePerson(bo, ada.id, { role: 'viewer' }).catch((error: unknown) => error)
  await held.awaited()
  await held.release()
  expect(await late).toMatchObject({ code: 'not_allowed' })
  expect((await admins()).map(({ name }) => name)).toEqual(['Ada', 'Cleo'])
})

test('inviting makes a person and a link that voids the one before; an address is one person\'s', async () => {
  const ada = await admin('Ada')
  const { person, link } = await invitePerson(ada, { name: 'Bo', email: 'bo@example.org', role: 'operator' }, base)
  expect(link).toMatch(/^https:\/\/muster\.example\/sign-in\/link#[\w-]{43}$/)
  await expect(invitePerson(ada, { name: 'Bob', email: 'bo@example.org', role: 'viewer' }, base)).rejects.toMatchObject({ code: 'invalid_input', details: { email: 'taken' } })
  const again = await makePersonLink(ada, person.id, base)
  expect(again.person.version).toBeGreaterThan(person.version)
  expect(await client`select from sign_in_links where voided_at is null`).toHaveLength(1)
  expect((await listPeople(ada)).items.map(({ name }) => name)).toEqual(['Ada', 'Bo'])
})

test('whoever is not there is person_not_found, and nothing given changes nothing', async () => {
  const ada = await admin('Ada')
  const onNobody = [() => changePerson(ada, 'nobody', { name: 'x' }), () => removePerson(ada, 'nobody'), () => makePersonLink(ada, 'nobody', base)]
  for (const act of onNobody) await expect(act()).rejects.toMatchObject({ code: 'person_not_found' })
  const before = await client`select xmin, * from people`
  await changePerson(ada, ada.id, {})
  await changePerson(ada, ada.id, { name: 'Ada', role: 'admin' })
  expect(await client`select xmin, * from people`).toEqual(before)
})

test('[GEN-3] every change of a person is announced with a version that grows, their end as a tombstone', async () => {
  const ada = await admin('Ada')
  const { person } = await invitePerson(ada, { name: 'Bo', email: 'bo@example.org', role: 'viewer' }, base)
  await changePerson(ada, person.id, { role: 'operator' })
  await makePersonLink(ada, person.id, base)
  await removePerson(ada, person.id)
  const told = await client<{ version: number; body: Person | null }[]>`
    select version::int, body from changes where topic = 'person' and entity = ${person.id} order by id`
  expect(told.map(({ body }) => body?.role ?? null)).toEqual(['viewer', 'operator', 'operator', null])
  expect(told.map(({ version }) => version)).toEqual(told.map(({ version }) => version).toSorted((a, b) => a - b))
  expect(new Set(told.map(({ version }) => version)).size).toBe(4)
})
