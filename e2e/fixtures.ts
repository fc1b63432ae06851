import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { type RegisteredSession, type Session } from '../contract/sessions.ts'
import { apiOf } from '../test/api.ts'
import { Muster } from './muster.ts'
import { watchPolicy } from './policy-watch.ts'

export { expect }

export const admin = { email: 'lead@example.test', password: 'a password of twelve' }

type Api = ReturnType<typeof apiOf>
type Worker = { violations: ReturnType<typeof watchPolicy>; muster: Muster; agent: Agent; signedIn: Awaited<ReturnType<BrowserContext['storageState']>> }
type Tests = { noViolations: void; lead: Page; newPerson: () => Promise<Page> }

/** An agent as the API sees it. */
export class Agent {
  readonly call: Api
  constructor(call: Api) {
    this.call = call
  }

  async register(input: Record<string, unknown>): Promise<Session> {
    const { status, body } = await this.call<RegisteredSession>('POST', '/sessions', input)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.session
  }

  async does(id: string, path: string, body: unknown = {}): Promise<Session> {
    const { status, body: answer } = await this.call<Session>('POST', `/sessions/${id}/${path}`, body)
    expect(status, JSON.stringify(answer)).toBe(200)
    return answer
  }
}

/** Named actors: `lead` is a signed-in person's page, `agent` speaks the API, `muster` is the server they share. */
export const test = base.extend<Tests, Worker>({
  violations: [async ({ browser }, use) => use(watchPolicy(browser)), { scope: 'worker', auto: true }],
  // A page that its own policy stops at anything fails the test it was opened in (SEC-5).
  noViolations: [
    async ({ violations }, use) => {
      await use()
      expect(violations.splice(0)).toEqual([])
    },
    { auto: true },
  ],
  muster: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const muster = await Muster.start({ MUSTER_ADMIN_EMAIL: admin.email, MUSTER_ADMIN_PASSWORD: admin.password })
      await use(muster)
      await muster.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  agent: [
    async ({ muster }, use) => use(new Agent(apiOf(muster.url, await muster.command('admin', 'token', 'e2e')))),
    { scope: 'worker' },
  ],
  // Sign-ins are limited by address, so one is shared by all tests of a worker.
  signedIn: [
    async ({ browser, muster }, use) => {
      const context = await browser.newContext()
      const answer = await context.request.post(`${muster.url}/api/v1/sign-in`, { data: admin })
      expect(answer.status()).toBe(200)
      await use(await context.storageState())
      await context.close()
    },
    { scope: 'worker' },
  ],
  newPerson: async ({ browser, muster, signedIn }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: muster.url, storageState: signedIn })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  lead: async ({ newPerson }, use) => use(await newPerson()),
})
