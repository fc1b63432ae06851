import { type Page } from '@playwright/test'
import { type Agent, expect, test } from './fixtures.ts'

const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
const row = (page: Page, id: string) => page.locator(`[role=row][data-session-id="${id}"]`)
const group = (page: Page, key: string) => page.locator(`[role=row][data-group="${key}"]`)
const order = (page: Page) => page.locator('[data-session-id]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-session-id')))
const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`
const type = async (page: Page, text: string) => {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

async function fleetOf(agent: Agent, workspace: string) {
  const lead = await agent.register({ workspace, name: 'release lead', harness: 'claude-code', hostname: 'build-3', nativeActorKey: `${workspace}-lead` })
  const child = await agent.register({ workspace, name: 'write tests', harness: 'claude-code', hostname: 'build-3', nativeActorKey: `${workspace}-child`, nativeParentActorKey: `${workspace}-lead` })
  const laptop = await agent.register({ workspace, name: 'docs sweep', harness: 'codex', hostname: 'laptop-4' })
  const nowhere = await agent.register({ workspace, name: 'old importer', beats: false })
  await agent.does(lead.id, 'usage', { costMicroUsd: 8_420_000, inputTokens: 1_900_000 })
  await agent.does(laptop.id, 'progress', { waitingFor: 'permission' })
  return { lead, child, laptop, nowhere }
}

test('[UI-1] negation, wildcards and comparisons filter, stand in the address, and keep filtering live', async ({ lead: page, agent }) => {
  const workspace = unique()
  const { lead, child, laptop, nowhere } = await fleetOf(agent, workspace)
  await page.goto(`/?workspace=${workspace}`)
  await live(page)
  await expect(row(page, nowhere.id)).toBeVisible()

  await type(page, '-host:laptop-*')
  await expect(row(page, laptop.id)).toHaveCount(0)
  await expect(row(page, nowhere.id)).toBeVisible()
  await expect(page.getByTestId('filter-chip').filter({ hasText: '-host:laptop-*' })).toBeVisible()
  await page.reload()
  await expect(row(page, lead.id)).toBeVisible()
  await expect(row(page, laptop.id)).toHaveCount(0)
  const hidden = await agent.register({ workspace, name: 'hidden', hostname: 'laptop-9' })
  const shown = await agent.register({ workspace, name: 'shown', hostname: 'build-9' })
  await expect(row(page, shown.id)).toBeVisible()
  await expect(row(page, hidden.id)).toHaveCount(0)

  await page.goto(`/?workspace=${workspace}`)
  await expect(row(page, child.id)).toBeVisible()
  await type(page, 'host:build-* cost:>5 tokens:>1m')
  await expect(row(page, child.id)).toHaveCount(0)
  await expect(row(page, lead.id)).toBeVisible()
  await expect(page).toHaveURL(/compare=cost%3E5/)
  // One that comes to cost as much appears by itself.
  await agent.does(child.id, 'usage', { costMicroUsd: 5_000_001, inputTokens: 1_000_001 })
  await expect(row(page, child.id)).toBeVisible()

  await page.goto(`/?workspace=${workspace}`)
  await expect(row(page, lead.id)).toBeVisible()
  await type(page, 'is:needs-you')
  await expect(row(page, laptop.id)).toBeVisible()
  await expect(row(page, lead.id)).toHaveCount(0)
  await expect(page).toHaveURL(/needs=you/)
})

test('[UI-1] time alone moves a session into a list, without a reload', async ({ lead: page, agent }) => {
  const workspace = unique()
  await page.goto(`/?workspace=${workspace}&compare=age%3E6`)
  await expect(page.getByTestId('empty')).toBeVisible()
  const young = await agent.register({ workspace, name: 'young' })
  await expect(row(page, young.id)).toBeVisible({ timeout: 20_000 })
})

test('[UI-1] what is no filter says so, stays to be mended, and filters nothing', async ({ lead: page, agent }) => {
  const workspace = unique()
  const { lead } = await fleetOf(agent, workspace)
  await page.goto(`/?workspace=${workspace}`)
  await expect(row(page, lead.id)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('is:sleepy')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('filter-hint')).toContainText('is: takes active')
  await expect(page.getByLabel('Filter sessions')).toHaveValue('is:sleepy')
  await expect(row(page, lead.id)).toBeVisible()
  await expect(page).not.toHaveURL(/q=/)
  await page.getByLabel('Filter sessions').fill('is:unknown')
  await page.keyboard.press('Enter')
  await expect(row(page, lead.id)).toHaveCount(0)
  await expect(page.getByTestId('filter-hint')).toBeEmpty()
})

test('[UI-1] groups have a head with counts, fold, and are in the address', async ({ lead: page, agent }) => {
  const workspace = unique()
  const { lead, laptop, nowhere } = await fleetOf(agent, workspace)
  await page.goto(`/?workspace=${workspace}`)
  await expect(row(page, lead.id)).toBeVisible()
  await page.getByLabel('Group by').selectOption('host')
  await expect(page).toHaveURL(/group=host/)
  await expect(group(page, 'build-3')).toContainText('build-32')
  await expect(group(page, 'laptop-4')).toContainText('1 waiting')
  await expect(group(page, '')).toContainText('no host')

  await group(page, 'build-3').click()
  await expect(row(page, lead.id)).toHaveCount(0)
  await expect(group(page, 'build-3')).toHaveAttribute('aria-expanded', 'false')
  await page.reload()
  await expect(row(page, laptop.id)).toBeVisible()
  await expect(row(page, lead.id)).toHaveCount(0)
  // Folded, it still says what happens in it.
  await agent.does(lead.id, 'progress', { waitingFor: 'an answer' })
  await expect(group(page, 'build-3')).toContainText('1 waiting')

  await page.getByRole('button', { name: 'Fold all' }).click()
  await expect(page.locator('[data-session-id]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Unfold all' }).click()
  await expect(row(page, nowhere.id)).toBeVisible()
  for (const by of ['workspace', 'thread', 'harness']) {
    await page.getByLabel('Group by').selectOption(by)
    await expect(page.locator('[data-group]').first()).toBeVisible()
    await expect(page.locator('[data-session-id]')).toHaveCount(4)
  }
})

test('[UI-1, UI-9] grouped by parent, children stand indented below theirs, and fold by mouse and keys', async ({ lead: page, agent }) => {
  const workspace = unique()
  const { lead, child, laptop, nowhere } = await fleetOf(agent, workspace)
  await page.goto(`/?workspace=${workspace}&group=parent`)
  await live(page)
  await expect(row(page, child.id)).toHaveAttribute('aria-level', '2')
  expect(await order(page)).toEqual([nowhere.id, laptop.id, lead.id, child.id])
  const late = await agent.register({ workspace, name: 'explore', nativeParentActorKey: `${workspace}-lead` })
  await expect(row(page, late.id)).toHaveAttribute('aria-level', '2')
  expect(await order(page)).toEqual([nowhere.id, laptop.id, lead.id, late.id, child.id])

  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key)
  await expect(row(page, lead.id)).toHaveAttribute('data-chosen', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, child.id)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`except=${lead.id}`))
  await page.keyboard.press('ArrowRight')
  await expect(row(page, child.id)).toBeVisible()
  await page.getByRole('button', { name: 'Fold 2 under release lead' }).click()
  await expect(row(page, child.id)).toHaveCount(0)
})

test('[UI-2] what a person reads stays where it is while rows and the list of needs above it change', async ({ lead: page, agent }) => {
  const workspace = unique()
  const made = []
  for (let n = 0; n < 40; n++) made.push(await agent.register({ workspace, name: `row ${n}` }))
  await page.setViewportSize({ width: 1200, height: 600 })
  await page.goto(`/?workspace=${workspace}`)
  await live(page)
  const read = row(page, made[25]!.id)
  await expect(read).toBeVisible()
  const scroller = page.getByTestId('session-scroller')
  await scroller.evaluate((element) => element.scrollTo({ top: 300 }))
  const before = await read.boundingBox()
  await agent.register({ workspace, name: 'came later' })
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(330)
  expect(await read.boundingBox()).toEqual(before)
  await agent.does(made[3]!.id, 'progress', { waitingFor: 'an answer' })
  await expect(page.getByTestId('needs-row')).toHaveCount(1)
  await expect.poll(() => read.boundingBox()).toEqual(before)
  await agent.does(made[38]!.id, 'end', { status: 'complete' })
  await expect.poll(() => read.boundingBox()).toEqual(before)
})
