import { type APIRequestContext, type Browser, type BrowserContext, expect } from '@playwright/test'
import { type InvitedPerson, type PersonList } from '../contract/people.ts'
import { type PersonRole } from '../contract/roles.ts'
import { admin } from './fixtures.ts'

type Admin = { url: string; request: APIRequestContext }

export const uniqueEmail = (role: string) => `${role}-${Math.random().toString(36).slice(2, 10)}@example.test`

/** A person of this role, invited by the admin and signed in by the link, in a browser of their own. */
export async function enter(browser: Browser, { url, request }: Admin, role: PersonRole, name = `The ${role}`): Promise<BrowserContext> {
  const invited = await request.post(`${url}/api/v1/people`, { data: { name, email: uniqueEmail(role), role }, headers: { origin: url } })
  expect(invited.status(), await invited.text()).toBe(201)
  const { link } = (await invited.json()) as InvitedPerson
  const context = await browser.newContext({ baseURL: url })
  const spent = await context.request.post(`${url}/api/v1/sign-in/link`, { data: { token: link.split('#')[1], password: 'a password of twelve' }, headers: { origin: url } })
  expect(spent.status(), await spent.text()).toBe(200)
  return context
}

/** Leaves the lead as the only admin. */
export async function removeOtherAdmins({ url, request }: Admin) {
  const { items } = (await (await request.get(`${url}/api/v1/people`)).json()) as PersonList
  for (const { id, role, email } of items) {
    if (role === 'admin' && email !== admin.email) expect((await request.delete(`${url}/api/v1/people/${id}`, { headers: { origin: url } })).status()).toBe(200)
  }
}
