import { readFile } from 'node:fs/promises'
import { type Page } from '@playwright/test'
import { type AuditEntry } from '../contract/audit.ts'
import { type Agent, expect, test } from './fixtures.ts'

const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
const rows = (page: Page, action: string) => page.locator(`[role=row][data-action="${action}"]`)
const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`

async function abandon(page: Page, id: string, reason: string) {
  await page.goto(`/sessions/${id}`)
  await page.getByRole('button', { name: 'Abandon…' }).click()
  await page.getByLabel('Reason (kept with the session)').fill(reason)
  await page.getByRole('button', { name: 'Abandon it' }).click()
  await expect(page.getByRole('button', { name: 'Delete…' })).toBeVisible()
}

const endSome = async (agent: Agent, workspace: string, count: number) => {
  for (let n = 0; n < count; n++) {
    const { id } = await agent.register({ workspace, name: `done ${n}` })
    await agent.does(id, 'end', { status: 'complete' })
  }
}

test('[OPS-5, UI-8] what a person ends appears live in an open Activity page, with name and reason', async ({ lead, newPerson, agent }) => {
  const workspace = unique()
  await endSome(agent, workspace, 1)
  const { id } = await agent.register({ workspace, name: 'api rate limits' })
  await lead.goto(`/activity?workspace=${workspace}`)
  await live(lead)
  await expect(rows(lead, 'session.ended')).toHaveCount(1)

  const other = await newPerson()
  await abandon(other, id, 'stuck for an hour')
  const first = rows(lead, 'session.ended').first()
  await expect(first).toContainText('abandoned api rate limits')
  await expect(first).toContainText('Admin')
  await expect(first).toContainText('stuck for an hour')
  await expect(first).toContainText('active → abandoned')

  await first.click()
  const peek = lead.getByTestId('peek')
  await expect(peek).toContainText('Admin abandoned api rate limits')
  await expect(peek).toContainText(id)
  await lead.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)
  await first.getByRole('link', { name: 'api rate limits' }).click()
  await expect(lead).toHaveURL(new RegExp(`/sessions/${id}$`))
})

test('[OPS-5] a deleted session keeps its lines, and no link leads into nothing', async ({ lead, agent }) => {
  const workspace = unique()
  const { id } = await agent.register({ workspace, name: 'docs sweep' })
  await abandon(lead, id, 'not needed')
  await lead.getByRole('button', { name: 'Delete…' }).click()
  await lead.getByRole('button', { name: 'Delete it' }).click()
  await expect(lead).toHaveURL(/\/$/)
  await lead.goto(`/activity?target=${id}`)
  await expect(rows(lead, 'session.deleted')).toContainText('deleted docs sweep')
  await expect(rows(lead, 'session.ended')).toContainText('abandoned docs sweep')
  await expect(lead.getByRole('link', { name: 'docs sweep' })).toHaveCount(0)
})

test('[UI-8] filters are in the address, survive a reload and go back', async ({ lead, agent }) => {
  const workspace = unique()
  await endSome(agent, workspace, 2)
  const { id } = await agent.register({ workspace, name: 'flaky login test' })
  await agent.does(id, 'end', { status: 'merged', reason: 'in main' })
  await lead.goto(`/activity?workspace=${workspace}`)
  await expect(rows(lead, 'session.ended')).toHaveCount(3)

  await lead.keyboard.press('/')
  await lead.keyboard.type('in main')
  await expect(rows(lead, 'session.ended')).toHaveCount(1)
  await expect(lead).toHaveURL(/q=in(\+|%20)main/)
  await lead.reload()
  await expect(rows(lead, 'session.ended')).toHaveCount(1)

  await lead.getByLabel('Action').selectOption('Session deleted')
  await expect(lead.getByTestId('empty')).toContainText('Nothing fits')
  await lead.goBack()
  await expect(rows(lead, 'session.ended')).toHaveCount(1)
  await lead.getByLabel('Time').selectOption('Last hour')
  await expect(lead).toHaveURL(/last=1h/)
  await expect(rows(lead, 'session.ended')).toHaveCount(1)
  await lead.goto(`/activity?workspace=${workspace}&to=2020-01-01T00:00:00Z`)
  await expect(lead.getByTestId('empty')).toBeVisible()
  await lead.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(rows(lead, 'session.ended').first()).toBeVisible()
})

test('[OPS-5] both exports download what the filter shows', async ({ lead, agent }) => {
  const workspace = unique()
  await endSome(agent, workspace, 3)
  await lead.goto(`/activity?workspace=${workspace}`)
  await expect(rows(lead, 'session.ended')).toHaveCount(3)
  const save = async (name: string) => {
    const [download] = await Promise.all([lead.waitForEvent('download'), lead.getByRole('link', { name: `Export as ${name}` }).click()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const jsonl = await save('JSON Lines')
  expect(jsonl.name).toMatch(/^muster-audit-\d{4}-\d\d-\d\d\.jsonl$/)
  const entries = jsonl.text.trim().split('\n').map((line) => JSON.parse(line) as AuditEntry)
  expect(entries.map(({ targetName, workspace: where }) => [targetName, where])).toEqual(['done 2', 'done 1', 'done 0'].map((name) => [name, workspace]))
  const csv = await save('CSV')
  expect(csv.name).toMatch(/\.csv$/)
  expect(csv.text.trim().split('\r\n')).toHaveLength(4)
})

test('[RT-2] a list that is being read does not move when something happens', async ({ lead, agent }) => {
  const workspace = unique()
  await endSome(agent, workspace, 40)
  await lead.setViewportSize({ width: 1200, height: 500 })
  await lead.goto(`/activity?workspace=${workspace}`)
  await live(lead)
  await expect(rows(lead, 'session.ended').first()).toBeVisible()
  const scroller = lead.getByTestId('activity-scroller')
  await scroller.evaluate((element) => element.scrollTo({ top: 300 }))
  const read = rows(lead, 'session.ended').filter({ hasText: /done 25\b/ })
  const before = await read.boundingBox()
  await endSome(agent, workspace, 3)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(390)
  expect(await read.boundingBox()).toEqual(before)
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(rows(lead, 'session.ended').first()).toContainText('done 2')
})

test('[UI-9] j, k and Space walk the trail', async ({ lead, agent }) => {
  const workspace = unique()
  await endSome(agent, workspace, 2)
  await lead.goto(`/activity?workspace=${workspace}`)
  await expect(rows(lead, 'session.ended')).toHaveCount(2)
  await lead.keyboard.press('j')
  await lead.keyboard.press('j')
  await lead.keyboard.press('Space')
  await expect(lead.getByTestId('peek')).toContainText('completed done 0')
  await lead.keyboard.press('k')
  await expect(lead.getByTestId('peek')).toContainText('completed done 1')
  await lead.getByRole('button', { name: 'All on this' }).click()
  await expect(lead).toHaveURL(/\?target=agent-/)
})
