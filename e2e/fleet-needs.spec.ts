import { type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
const needs = (page: Page) => page.getByTestId('needs-you')
const need = (page: Page, id: string) => page.locator(`[data-needs="${id}"]`)
const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`

test('[UI-1] who needs a person stands on top as a sentence, and an honest all-clear when nobody does', async ({ lead, agent }) => {
  const workspace = unique()
  const works = await agent.register({ workspace, name: 'billing migration', thread: 'feature/billing' })
  await lead.goto(`/?workspace=${workspace}`)
  await live(lead)
  await expect(needs(lead)).toContainText('Nobody: no agent waits')

  await agent.does(works.id, 'progress', { waitingFor: 'permission to run git push' })
  await expect(need(lead, works.id)).toContainText('billing migration waits for permission to run git push on feature/billing')
  const stalls = await agent.register({ workspace, name: 'flaky login test', stallMs: 1000, timeoutMs: 60_000 })
  await agent.does(stalls.id, 'progress', { activity: 'one command, 50 repeats' })
  await expect(need(lead, stalls.id)).toContainText('flaky login test is alive, but makes no progress: one command, 50 repeats', { timeout: 15_000 })
  await expect(needs(lead)).toHaveAttribute('data-count', '2')

  await agent.does(works.id, 'progress', { waitingFor: null })
  await expect(need(lead, works.id)).toHaveCount(0)
  await agent.does(stalls.id, 'end')
  await expect(needs(lead)).toContainText('Nobody')
})

test('[UI-1] a dead one needs somebody only while it holds a thread', async ({ lead, agent }) => {
  const workspace = unique()
  const owner = await agent.register({ workspace, name: 'cache invalidation', timeoutMs: 5000, hostname: 'build-2' })
  const guest = await agent.register({ workspace, name: 'guest', timeoutMs: 5000, thread: 'feature/cache' })
  await lead.goto(`/?workspace=${workspace}`)
  await expect(need(lead, owner.id)).toContainText(`cache invalidation died: its beats stopped. It holds agent/${owner.id}`, { timeout: 20_000 })
  await expect(lead.locator(`[role=row][data-session-id="${guest.id}"]`)).toContainText('dead', { timeout: 15_000 })
  await expect(need(lead, guest.id)).toHaveCount(0)
})

test('[UI-1] more than there is room for are counted, one of each need is shown, and all can be seen', async ({ lead, agent }) => {
  const workspace = unique()
  for (let n = 0; n < 6; n++) {
    const { id } = await agent.register({ workspace, name: `waits ${n}` })
    await agent.does(id, 'progress', { waitingFor: 'an answer' })
  }
  const stalled = await agent.register({ workspace, name: 'stands still', stallMs: 1000, timeoutMs: 60_000 })
  await lead.goto(`/?workspace=${workspace}`)
  await expect(need(lead, stalled.id)).toBeVisible({ timeout: 15_000 })
  await expect(lead.getByTestId('needs-row')).toHaveCount(4)
  await lead.getByRole('button', { name: 'and 3 more' }).click()
  await expect(lead.getByTestId('needs-row')).toHaveCount(7)
  await lead.getByRole('button', { name: 'All in the table' }).click()
  await expect(lead).toHaveURL(/needs=you/)
})

test('[UI-1] the list of needs is whole when only the first page of the fleet is loaded', async ({ lead, agent }) => {
  const workspace = unique()
  const oldest = await agent.register({ workspace, name: 'the oldest of all' })
  for (let n = 0; n < 240; n += 20) await Promise.all(Array.from({ length: 20 }, () => agent.register({ workspace })))
  await agent.does(oldest.id, 'progress', { waitingFor: 'an answer' })
  await lead.goto(`/?workspace=${workspace}`)
  await expect(need(lead, oldest.id)).toBeVisible()
  await expect(lead.locator(`[role=row][data-session-id="${oldest.id}"]`)).toHaveCount(0)
})

test('[UI-12] the count stands in the title, and a notification comes to who asked for it and looks elsewhere', async ({ lead, agent, muster }) => {
  const workspace = unique()
  await lead.context().grantPermissions(['notifications'], { origin: muster.url })
  await lead.addInitScript(() => {
    const said: string[] = []
    class Said extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body }: { body: string }) {
        super()
        said.push(`${title}: ${body}`)
      }
    }
    Object.assign(window, { Notification: Said, said })
    document.hasFocus = () => false
  })
  const said = () => lead.evaluate(() => (window as unknown as { said: string[] }).said)
  const one = await agent.register({ workspace, name: 'api rate limits' })
  await lead.goto(`/sessions/${one.id}`)
  await live(lead)
  const before = Number(/^\((\d+)\)/.exec(await lead.title())?.[1] ?? 0)
  await agent.does(one.id, 'progress', { waitingFor: 'permission' })
  await expect.poll(() => lead.title()).toMatch(new RegExp(`^\\(${before + 1}\\) `))
  await lead.goto(`/?workspace=${workspace}`)
  await live(lead)
  await expect.poll(() => lead.title()).toBe(`(${before + 1}) Fleet · Muster`)
  expect(await said()).toEqual([])

  await lead.getByRole('button', { name: /^Tell me in this browser/ }).click()
  await expect(lead.getByRole('button', { name: /^Notifications are on/ })).toBeVisible()
  await agent.does(one.id, 'progress', { waitingFor: null })
  await expect(need(lead, one.id)).toHaveCount(0)
  await agent.does(one.id, 'progress', { waitingFor: 'permission to run git push' })
  await expect.poll(said).toEqual(['api rate limits: waits for permission to run git push'])
  await agent.does(one.id, 'progress', { activity: 'still there', waitingFor: 'permission to run git push' })
  await expect(lead.locator(`[role=row][data-session-id="${one.id}"]`)).toHaveAttribute('data-version', /[5-9]/)
  expect(await said()).toHaveLength(1)
})
