import { type Page } from '@playwright/test'
import { errorCodes } from '../contract/errors.ts'
import { expectAccessible, expectAccessibleOnPhone } from './axe.ts'
import { expect as impatient, test } from './fixtures.ts'

const expect = impatient.configure({ timeout: 20_000 })

type Won = { reservation: { id: string; token: string; threadId: string } }
type Shown = { name: string; path: string; calls: RegExp; ready: (page: Page) => Promise<void> }

const says = (text: string | RegExp) => (page: Page) => expect(page.locator('main')).toContainText(text)
const sections = [
  ['people', /api\/v1\/people$/, 'lead@example.test'],
  ['tokens', /api\/v1\/tokens$/, 'works'],
  ['workspaces', /api\/v1\/workspaces$/, 'a11y-shop'],
  ['limits', /api\/v1\/server$/, 'What bounds it'],
  ['server', /api\/v1\/server$/, 'PostgreSQL'],
] as const
const pages: Shown[] = [
  { name: 'fleet', path: '/?workspace=a11y-shop', calls: /\/sessions\?/, ready: says('a11y agent') },
  { name: 'session', path: '/sessions/ID', calls: /api\/v1\/sessions\/agent-[a-z0-9]+$/, ready: says('a11y agent') },
  { name: 'threads', path: '/threads?workspace=a11y-shop', calls: /api\/v1\/threads\?workspace/, ready: says('feature/a11y') },
  { name: 'thread', path: '/threads/THREAD', calls: /api\/v1\/threads\/[0-9a-f-]+$/, ready: says('Owners over time') },
  { name: 'activity', path: '/activity?workspace=a11y-shop', calls: /\/audit\?/, ready: says('a11y agent, ended') },
  { name: 'API reference', path: '/api-reference', calls: /\/openapi\.json$/, ready: says('Schemas') },
  ...sections.map(([section, calls, text]) => ({ name: section, path: `/settings/${section}`, calls, ready: says(text) })),
]

// axe reads every element and its colours, which takes its time on a page as long as the reference.
test.describe.configure({ timeout: 180_000 })

let id = ''
let thread = ''
test.beforeEach(async ({ agent }) => {
  if (id !== '') return
  await agent.register({ workspace: 'a11y-shop', name: 'a11y taker', timeoutMs: 3_600_000 })
  id = (await agent.register({ workspace: 'a11y-shop', name: 'a11y agent', timeoutMs: 3_600_000, harness: 'claude-code', hostname: 'build-3', labels: { team: 'web' } })).id
  await agent.does(id, 'progress', { activity: 'npm test', waitingFor: 'permission for git push' })
  await agent.does(id, 'context-queries', { path: 'server/http/limits.ts' })
  await agent.does(id, 'usage', { inputTokens: 1_900_000 })
  const ended = await agent.register({ workspace: 'a11y-shop', name: 'a11y agent, ended' })
  await agent.does(ended.id, 'end', { status: 'complete' })
  const of = { workspace: 'a11y-shop', thread: 'feature/a11y' }
  const { body: first } = await agent.call<Won>('POST', '/threads/reserve', { ...of, session: { name: 'a11y owner, ended' } })
  await agent.call('POST', `/reservations/${first.reservation.id}/release`, { token: first.reservation.token, status: 'merged' })
  await agent.call('POST', '/threads/reserve', { ...of, sessionId: id })
  thread = first.reservation.threadId
})
const at = ({ path }: Shown) => path.replace('THREAD', thread).replace('ID', id)
const refusal = (code: keyof typeof errorCodes, message: string) => ({
  status: errorCodes[code].status,
  contentType: 'application/json',
  body: JSON.stringify({ error: { code, message, hint: errorCodes[code].hint, details: {} } }),
})

for (const shown of pages) {
  test(`[UI-9] ${shown.name}: axe finds nothing serious, and it fits a phone`, async ({ lead }, info) => {
    await lead.goto(at(shown))
    await shown.ready(lead)
    await expectAccessible(lead, info, shown.name)
    await expectAccessibleOnPhone(lead, info, shown.name)
  })

  test(`[UI-11] ${shown.name}: loading, refused and broken are states of their own`, async ({ lead }, info) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await lead.route(shown.calls, async (route) => {
      await held
      await route.fulfill(refusal('internal', 'Something broke.'))
    })
    await lead.goto(at(shown))
    await expect(lead.getByRole('status', { name: /^Loading/ })).toBeVisible()
    await expectAccessible(lead, info, `${shown.name} loading`)
    answer()
    await expect(lead.locator('main').getByRole('alert')).toContainText('Something broke.')
    await expectAccessible(lead, info, `${shown.name} broken`)

    await lead.unroute(shown.calls)
    await lead.getByRole('button', { name: 'Try again' }).click()
    await shown.ready(lead)

    await lead.route(shown.calls, (route) => route.fulfill(refusal('not_allowed', 'A viewer may not do this.')))
    await lead.reload()
    await expect(lead.getByTestId('not-allowed')).toContainText('A viewer may not do this.')
    await expectAccessible(lead, info, `${shown.name} not allowed`)
  })
}

const empty = (page: Page, calls: RegExp, body: object = { items: [] }) => page.route(calls, (route) => route.fulfill({ json: body }))

test('[UI-11] nothing to show is a state of its own too', async ({ lead }, info) => {
  await lead.goto('/?q=nobody-is-called-this')
  await expect(lead.getByTestId('empty')).toBeVisible()
  await expectAccessible(lead, info, 'fleet, nothing fits')
  await empty(lead, /api\/v1\/tokens$/)
  await lead.goto('/settings/tokens')
  await expect(lead.getByTestId('no-tokens')).toBeVisible()
  await expectAccessible(lead, info, 'no tokens')
  await empty(lead, /api\/v1\/workspaces$/)
  await lead.goto('/settings/workspaces')
  await expect(lead.getByTestId('no-workspaces')).toBeVisible()
  await expectAccessible(lead, info, 'no workspaces')
  await empty(lead, /\/sessions\?/, { items: [], nextCursor: null, total: { count: 0, capped: false }, feed: '1.1.1', serverNow: new Date().toISOString() })
  await lead.goto('/')
  await expect(lead.getByTestId('first-agent')).toBeVisible()
  await expectAccessible(lead, info, 'the first agent')
  await lead.goto('/threads?q=no-thread-is-called-this')
  await expect(lead.getByTestId('empty')).toContainText('No thread fits.')
  await expectAccessible(lead, info, 'threads, nothing fits')
  await lead.goto('/threads/00000000-0000-4000-8000-000000000000')
  await expect(lead.getByTestId('thread-gone')).toBeVisible()
  await expectAccessible(lead, info, 'thread gone')
  await lead.goto('/sessions/agent-never-was')
  await expect(lead.getByTestId('session-gone')).toBeVisible()
  await expectAccessible(lead, info, 'session gone')
})

test('[UI-9] what lies over a page is as accessible: palette, keys, peek, dialogs', async ({ lead }, info) => {
  await lead.goto('/?workspace=a11y-shop')
  await says('a11y agent')(lead)
  for (const key of ['j', 'x', ' ']) await lead.keyboard.press(key)
  await expect(lead.getByTestId('peek')).toContainText('permission for git push')
  await expectAccessible(lead, info, 'peek and selection')
  await lead.keyboard.press('Control+k')
  await lead.keyboard.type('a11y')
  await expect(lead.getByRole('option', { name: /a11y agent/ }).first()).toBeVisible()
  await expectAccessible(lead, info, 'palette')
  await lead.keyboard.press('Escape')
  await lead.goto(`/threads/${thread}`)
  await lead.getByRole('button', { name: 'Take over…' }).click()
  await lead.getByLabel('A session of my choice').check()
  await lead.getByLabel('Which session').fill('a11y')
  await expect(lead.getByRole('radio', { name: /a11y/ }).first()).toBeVisible()
  await expectAccessible(lead, info, 'take over')
  await lead.keyboard.press('Escape')
  await lead.keyboard.press('?')
  await expectAccessible(lead, info, 'keys')
  for (const section of ['people', 'tokens']) {
    await lead.goto(`/settings/${section}?new`)
    await expect(lead.getByRole('dialog')).toBeVisible()
    await expectAccessible(lead, info, `${section}, new`)
  }
})

test('[RT-6, UI-9] a page that is not live says so, and stays readable', async ({ lead }, info) => {
  await lead.routeWebSocket(/\/api\/socket/, (socket) => void socket.close())
  for (const path of ['/?workspace=a11y-shop', '/settings/tokens']) {
    await lead.goto(path)
    await expect(lead.getByTestId('stale-banner')).toBeVisible()
    await expect(lead.getByRole('status').filter({ hasText: 'Not live' })).toHaveCount(1)
    await expectAccessible(lead, info, `${path} not live`)
  }
})

test('[UI-9] the doors: sign-in, a link, and an address that leads nowhere', async ({ browser, muster, lead }, info) => {
  const context = await browser.newContext({ baseURL: muster.url })
  const page = await context.newPage()
  for (const [path, text] of [['/sign-in', 'Password'], ['/sign-in/link', 'no link in it'], ['/sign-in/link#short', 'not whole'], ['/sign-in/link#not-a-token-that-anybody-made', 'link']] as const) {
    await page.goto(path)
    await says(text)(page)
    await expectAccessible(page, info, path)
  }
  await context.close()
  await lead.goto('/no/such/page')
  await expectAccessible(lead, info, 'not found')
})

test('[UI-9] who wants no motion gets none', async ({ lead }) => {
  await lead.emulateMedia({ reducedMotion: 'reduce' })
  await lead.route(/api\/v1\/tokens$/, () => {})
  await lead.goto('/settings/tokens')
  await expect(lead.locator('[data-slot=skeleton]').first()).toHaveCSS('animation-name', 'none')
})
