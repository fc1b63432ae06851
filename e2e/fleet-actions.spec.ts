import { type Page } from '@playwright/test'
import { type Session } from '../contract/sessions.ts'
import { enter } from './cast.ts'
import { type Agent, expect, test } from './fixtures.ts'

const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
const row = (page: Page, id: string) => page.locator(`[role=row][data-session-id="${id}"]`)
const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`
const read = async (agent: Agent, id: string) => (await agent.call<{ session: Session }>('GET', `/sessions/${id}`)).body.session
const toast = (page: Page) => page.getByTestId('undo-toast')

async function peekAt(page: Page, workspace: string, id: string) {
  await page.goto(`/?workspace=${workspace}`)
  await live(page)
  await row(page, id).click()
  await expect(page.getByTestId('peek')).toBeVisible()
}

test('[UI-10, OPS-1, OPS-6] abandoning previews, asks why, and can be undone from the note at the foot', async ({ lead, agent }) => {
  const workspace = unique()
  const owner = await agent.register({ workspace, name: 'cache invalidation', nativeActorKey: `${workspace}-a` })
  await agent.register({ workspace, name: 'its child', nativeParentActorKey: `${workspace}-a` })
  await peekAt(lead, workspace, owner.id)
  await lead.getByTestId('peek').getByRole('button', { name: 'Abandon…' }).click()
  const dialog = lead.getByRole('dialog', { name: 'Abandon: cache invalidation' })
  await expect(dialog.getByTestId('abandon-preview')).toContainText(`agent/${owner.id}`)
  await expect(dialog).toContainText('Nobody waits for it')
  await expect(dialog).toContainText('Its child its child goes on')
  await expect(dialog.getByRole('button', { name: 'Abandon it' })).toBeDisabled()
  await dialog.getByLabel('Reason (kept with the session)').fill('stuck for an hour')
  await dialog.getByRole('button', { name: 'Abandon it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(lead, owner.id)).toHaveCount(0)
  await expect(toast(lead)).toContainText('Abandoned cache invalidation')
  expect(await read(agent, owner.id)).toMatchObject({ status: 'abandoned', endReason: 'stuck for an hour', holds: [] })

  await toast(lead).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(lead)).toContainText('is active again')
  await expect(row(lead, owner.id)).toBeVisible()
  expect(await read(agent, owner.id)).toMatchObject({ status: 'active', holds: [{ thread: `agent/${owner.id}`, generation: 1 }] })
  await expect(toast(lead)).toHaveCount(0)
})

test('[UI-10] two operators: the second is told who was first, and nothing is done twice', async ({ lead, agent, browser, muster }) => {
  const workspace = unique()
  const { id } = await agent.register({ workspace, name: 'docs sweep' })
  const context = await enter(browser, { url: muster.url, request: lead.context().request }, 'operator', 'Olga')
  const olga = await context.newPage()
  for (const page of [lead, olga]) await peekAt(page, workspace, id)
  for (const page of [lead, olga]) {
    await page.getByTestId('peek').getByRole('button', { name: 'Abandon…' }).click()
    await expect(page.getByTestId('abandon-preview')).toBeVisible()
    await page.getByLabel('Reason (kept with the session)').fill(page === olga ? 'stuck' : 'mine')
  }
  await olga.getByRole('button', { name: 'Abandon it' }).click()
  await expect(toast(olga)).toContainText('Abandoned docs sweep')
  // The other one's dialog says so by itself, before or after they press.
  await expect(lead.getByTestId('already-done')).toContainText('person Olga')
  await expect(toast(lead)).toHaveCount(0)
  expect(await read(agent, id)).toMatchObject({ endedBy: 'person Olga', endReason: 'stuck' })
  await lead.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(lead.getByTestId('peek')).toContainText('by person Olga: stuck')
  await context.close()
})

test('[UI-10] two operators press at the same moment: one did it, the other is told who', async ({ lead, agent, browser, muster }) => {
  const workspace = unique()
  const { id } = await agent.register({ workspace, name: 'docs sweep' })
  const context = await enter(browser, { url: muster.url, request: lead.context().request }, 'operator', 'Oscar')
  const pages = [lead, await context.newPage()]
  for (const page of pages) {
    await peekAt(page, workspace, id)
    await page.getByTestId('peek').getByRole('button', { name: 'Abandon…' }).click()
    await page.getByLabel('Reason (kept with the session)').fill('stuck')
    await expect(page.getByRole('button', { name: 'Abandon it' })).toBeEnabled()
  }
  // The answer of the first is held back until the second has asked too.
  let answered = 0
  const both = { go: () => {}, wait: new Promise<void>(() => {}) }
  both.wait = new Promise((resolve) => (both.go = resolve))
  for (const page of pages) {
    await page.route(/\/abandon$/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      if (++answered === 2) both.go()
      await both.wait
      await route.continue()
    })
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Abandon it' }).click()))
  await expect.poll(async () => (await Promise.all(pages.map((page) => toast(page).count()))).reduce((sum, one) => sum + one, 0)).toBe(1)
  await expect.poll(async () => (await Promise.all(pages.map((page) => page.getByTestId('already-done').count()))).reduce((sum, one) => sum + one, 0)).toBe(1)
  await context.close()
})

test('[UI-10, SEC-2] a viewer sees no such button, and the API refuses', async ({ lead, agent, browser, muster }) => {
  const workspace = unique()
  const { id } = await agent.register({ workspace, name: 'not for viewers' })
  await agent.does(id, 'progress', { waitingFor: 'an answer' })
  const context = await enter(browser, { url: muster.url, request: lead.context().request }, 'viewer')
  const page = await context.newPage()
  await peekAt(page, workspace, id)
  await expect(page.getByTestId('peek')).toContainText('Alive, waiting for a person')
  await page.keyboard.press('x')
  await expect(page.getByTestId('selection')).toContainText('1 selected')
  await expect(page.getByRole('button', { name: /^Abandon/ })).toHaveCount(0)
  const refused = await context.request.post(`${muster.url}/api/v1/sessions/${id}/abandon`, { data: { reason: 'x' }, headers: { origin: muster.url } })
  expect(refused.status()).toBe(403)
  await context.close()
})

const statusOf = async (agent: Agent, ids: string[]) => (await Promise.all(ids.map((id) => read(agent, id)))).map(({ status }) => status)

test('[UI-10, OPS-2] a selection is abandoned after one confirmation with the number, and all of it undone', async ({ lead, agent }) => {
  const workspace = unique()
  const ids = []
  for (let n = 0; n < 4; n++) ids.push((await agent.register({ workspace, name: `one of many ${n}` })).id)
  await lead.goto(`/?workspace=${workspace}`)
  await live(lead)
  await expect(row(lead, ids[0]!)).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await lead.keyboard.press(key)
  await lead.getByRole('button', { name: 'Abandon 3…' }).click()
  const dialog = lead.getByRole('dialog', { name: 'Abandon 3 sessions' })
  await expect(dialog.getByTestId('bulk-preview')).toContainText('3 threads become free')
  await expect(dialog).toContainText('one of many 3')
  await dialog.getByLabel('Reason (kept with every session)').fill('the branch is gone')
  await dialog.getByRole('button', { name: 'Abandon 3' }).click()

  const progress = lead.getByTestId('bulk-progress')
  await expect(progress).toHaveAttribute('data-state', 'done')
  await expect(progress).toContainText('3 of 3 abandoned')
  await expect(row(lead, ids[1]!)).toHaveCount(0)
  await expect(row(lead, ids[0]!)).toBeVisible()
  expect(await statusOf(agent, ids)).toEqual(['active', 'abandoned', 'abandoned', 'abandoned'])
  await progress.getByRole('button', { name: 'Undo all' }).click()
  await expect(progress).toContainText('Taken back: 3 of 3')
  await expect(row(lead, ids[1]!)).toBeVisible()
  expect(await statusOf(agent, ids)).toEqual(['active', 'active', 'active', 'active'])
})

test('[UI-10, OPS-2] all that match are abandoned, also those that are not loaded; others see it happen', async ({ lead, newPerson, agent }) => {
  const workspace = unique()
  const kept = await agent.register({ workspace, name: 'another host', hostname: 'build-1' })
  for (let n = 0; n < 260; n += 20) await Promise.all(Array.from({ length: 20 }, () => agent.register({ workspace, hostname: 'laptop-4' })))
  const other = await newPerson()
  await other.goto('/settings/people')
  await live(other)
  await lead.goto(`/?workspace=${workspace}&host=laptop-*`)
  await live(lead)
  await lead.keyboard.press('j')
  await lead.keyboard.press('x')
  await lead.getByRole('button', { name: 'Abandon all that match…' }).click()
  const dialog = lead.getByRole('dialog', { name: 'Abandon 260 sessions' })
  await expect(dialog).toContainText('host:laptop-*')
  await dialog.getByLabel('Reason (kept with every session)').fill('the laptop is gone')
  await dialog.getByRole('button', { name: 'Abandon 260' }).click()
  await expect(other.getByTestId('bulk-line')).toContainText('the laptop is gone')
  await expect(lead.getByTestId('bulk-progress')).toContainText('260 of 260 abandoned', { timeout: 60_000 })
  await lead.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(lead.getByTestId('empty')).toBeVisible()
  expect(await statusOf(agent, [kept.id])).toEqual(['active'])
})

test('[UI-10, OPS-2] what changed since the preview is not done unseen', async ({ lead, agent }) => {
  const workspace = unique()
  const { id } = await agent.register({ workspace, name: 'the first' })
  await lead.goto(`/?workspace=${workspace}`)
  await live(lead)
  await expect(row(lead, id)).toBeVisible()
  await lead.keyboard.press('j')
  await lead.keyboard.press('x')
  await lead.getByRole('button', { name: 'Abandon all that match…' }).click()
  const dialog = lead.getByRole('dialog', { name: /^Abandon \d session/ })
  await expect(dialog).toHaveAccessibleName('Abandon 1 session')
  await agent.register({ workspace, name: 'the second' })
  await dialog.getByLabel('Reason (kept with every session)').fill('gone')
  await dialog.getByRole('button', { name: 'Abandon 1' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Abandon 2 sessions')
  expect(await statusOf(agent, [id])).toEqual(['active'])
})
