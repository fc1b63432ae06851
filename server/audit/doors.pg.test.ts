import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AuditEntry } from '../../contract/audit.ts'
import { anna, as, trail, writtenAlone } from '../../test/audit.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'
import { type Context, transaction } from '../context.ts'
import { changePerson } from '../people/change-person.ts'
import { invitePerson } from '../people/invite-person.ts'
import { makeFirstAdmin } from '../people/make-first-admin.ts'
import { makePersonLink } from '../people/make-person-link.ts'
import { cookieOf, openPeople } from '../people/people-fixture.ts'
import { removePerson } from '../people/remove-person.ts'
import { signIn } from '../people/sign-in.ts'
import { signOut } from '../people/sign-out.ts'
import { spendSignInLink } from '../people/spend-sign-in-link.ts'
import { makeToken } from '../tokens/make-token.ts'
import { reissueToken } from '../tokens/reissue-token.ts'
import { revokeToken } from '../tokens/revoke-token.ts'
import { hashSecret } from '../tokens/secret.ts'

let muster: ReturnType<typeof openPeople>
let admin: Context
const password = 'correct horse battery'
const email = 'ada@example.org'

beforeAll(async () => {
  muster = openPeople(await createDatabase())
  afterAll(() => muster.close())
  await muster.client`insert into feed (epoch, floor, system_identifier) values (1, '0', 'test') on conflict do nothing`
  await makeFirstAdmin(muster.ctx, { email, password })
  const [made] = await trail(muster.ctx)
  expect(made).toMatchObject({ action: 'person.invited', actorKind: 'system', reason: 'the first admin', after: { email, role: 'admin' } })
  admin = as(muster.ctx, { ...anna, role: 'admin', id: made!.targetId, name: 'Admin' })
})
beforeEach(() => muster.client`truncate rate_limits`)

/** What was written since, oldest first. */
async function written(act: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = (await trail(admin)).length
  await act()
  return (await trail(admin)).slice(0, -before || undefined).toReversed()
}

test('[OPS-5] people: invited, changed, given a link, coming in by it, removed', async () => {
  let link = ''
  let id = ''
  const given = { name: 'Bob', email: 'bob@example.org', role: 'viewer' } as const
  const invite = () => invitePerson(admin, given, 'http://m').then(({ person, link: url }) => ([id, link] = [person.id, url.split('#')[1]!]))
  expect(await written(invite)).toMatchObject([
    { action: 'person.invited', actorName: 'Admin', targetName: 'Bob', before: null, after: given },
    { action: 'sign_in_link.made', targetName: 'Bob', after: { expiresAt: expect.any(String) as string } },
  ])
  expect(await written(() => changePerson(admin, id, { role: 'operator' }))).toMatchObject([
    { action: 'person.changed', targetId: id, before: { role: 'viewer' }, after: { role: 'operator' } },
  ])
  expect(await written(() => changePerson(admin, id, { role: 'operator' }))).toEqual([])
  expect(await written(() => makePersonLink(admin, id, 'http://m').then(({ link: url }) => (link = url.split('#')[1]!)))).toHaveLength(1)
  expect(await written(() => spendSignInLink(muster.ctx, { token: link, password, name: 'Robert' }, muster.door()))).toMatchObject([
    { action: 'sign_in_link.spent', actorKind: 'person', actorId: id, before: { name: 'Bob' }, after: { name: 'Robert', password: 'set' } },
    { action: 'person.signed_in', actorId: id, after: { with: 'link', address: '127.0.0.1' } },
  ])
  expect(await written(() => removePerson(admin, id))).toMatchObject([{ action: 'person.removed', targetName: 'Robert', before: { email: 'bob@example.org', role: 'operator' }, after: null }])
  expect(await trail(admin, { target: [id] })).toHaveLength(7)
  expect(JSON.stringify(await trail(admin))).not.toContain(link)
})

test('[OPS-5] signing in and out, with where from', async () => {
  let cookies: string[] = []
  const come = async () => void ({ setCookies: cookies } = await signIn(muster.ctx, { email, password }, muster.door('192.0.2.7')))
  expect(await written(come)).toMatchObject([{ action: 'person.signed_in', actorName: 'Admin', after: { with: 'password', address: '192.0.2.7' } }])
  const door = muster.door('192.0.2.7', { cookie: cookieOf(cookies) })
  expect(await written(() => signOut(admin, door))).toMatchObject([{ action: 'person.signed_out', actorName: 'Admin' }])
  expect(await written(() => signOut(admin, door))).toEqual([])
})

test('[OPS-5] a failed sign-in names whom it tried, if there is one, and nothing of what was typed', async () => {
  const fail = (input: { email: string; password: string }) => () => signIn(muster.ctx, input, muster.door()).catch(() => {})
  expect(await written(fail({ email, password: 'my other password' }))).toMatchObject([
    { action: 'person.sign_in_failed', actorKind: 'system', targetName: 'Admin', after: { address: '127.0.0.1' } },
  ])
  expect(await written(fail({ email: 'hunter2@example.org', password: 'my other password' }))).toMatchObject([{ targetId: 'unknown', targetName: null }])
  expect(JSON.stringify(await trail(admin))).not.toMatch(/hunter2|my other password/)
})

test('[OPS-5] failed sign-ins from everywhere at once do not fill a trail that is never cut', async () => {
  const attempts = Array.from({ length: 40 }, (_, n) => signIn(muster.ctx, { email, password: 'wrong' }, muster.door(`198.51.100.${n}`)).catch(() => {}))
  expect(await written(() => Promise.all(attempts))).toHaveLength(20)
}, 30_000)

test('[OPS-5] a sign-in that can not be written down lets nobody in', async () => {
  await muster.client`alter table audit add constraint full_disk check (action <> 'person.signed_in') not valid`
  await expect(signIn(muster.ctx, { email, password }, muster.door())).rejects.toMatchObject({ cause: { code: '23514' } })
  await muster.client`alter table audit drop constraint full_disk`
})

test('[OPS-5] tokens: made, reissued and revoked, never with a secret or its hash', async () => {
  const { token, secret } = await makeToken(admin, { name: 'ci', role: 'agent', workspace: 'shop' })
  const again = await transaction(admin, (tx) => reissueToken(tx, { token, secret }))
  await revokeToken(admin, token.id)
  expect(await written(() => revokeToken(admin, token.id))).toEqual([])
  const entries = await trail(admin, { target: [token.id] })
  expect(entries).toMatchObject([
    { action: 'token.revoked', workspace: 'shop', before: { revokedAt: null }, after: { revokedAt: expect.any(String) as string } },
    { action: 'token.reissued', before: null, after: null },
    { action: 'token.made', targetName: 'ci', after: { role: 'agent', workspace: 'shop' } },
  ])
  for (const hidden of [secret, again.secret, hashSecret(secret), hashSecret(again.secret)]) expect(JSON.stringify(entries)).not.toContain(hidden)
})

test('[OPS-5] every act and its line are of one transaction; only a refusal has nothing to go with', async () => {
  expect(await writtenAlone(muster.client)).toEqual(['person.sign_in_failed'])
})
