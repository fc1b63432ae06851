import { type Page } from '@playwright/test'
import { type Agent, expect, test } from './fixtures.ts'

const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
const row = (page: Page, id: string) => page.locator(`[role=row][data-session-id="${id}"]`)
const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`

async function fleetOf(agent: Agent, workspace: string) {
  const [migration, flaky, docs] = await Promise.all([
    agent.register({ workspace, name: 'billing migration', harness: 'claude-code', model: 'opus-5', hostname: 'build-3', thread: 'feature/billing' }),
    agent.register({ workspace, name: 'flaky login test', harness: 'codex', model: 'gpt-5', hostname: 'build-1', labels: { team: 'web' } }),
    agent.register({ workspace, name: 'docs sweep', harness: 'opencode', hostname: 'laptop-4', beats: false }),
  ])
  return { migration, flaky, docs }
}

test('[RT-1, RT-2] a change appears in every open fleet without a reload, and one row moves', async ({ lead, newPerson, agent }) => {
  const workspace = unique()
  const { migration } = await fleetOf(agent, workspace)
  const other = await newPerson()
  for (const page of [lead, other]) {
    await page.goto(`/?workspace=${workspace}`)
    await live(page)
    await expect(row(page, migration.id)).toContainText('billing migration')
  }
  await agent.does(migration.id, 'progress', { activity: 'Edit · db/schema/invoices.ts' })
  for (const page of [lead, other]) await expect(row(page, migration.id)).toContainText('Edit · db/schema/invoices.ts')

  const late = await agent.register({ workspace, name: 'came later' })
  for (const page of [lead, other]) await expect(row(page, late.id)).toBeVisible()
  await agent.does(late.id, 'progress', { waitingFor: 'permission for git push' })
  for (const page of [lead, other]) await expect(row(page, late.id)).toContainText('waiting')
  await agent.does(late.id, 'end', { status: 'complete' })
  for (const page of [lead, other]) await expect(row(page, late.id)).toHaveCount(0)
})

test('[SES-12] filters are in the URL, survive a reload and go back', async ({ lead, agent }) => {
  const workspace = unique()
  const { migration, flaky, docs } = await fleetOf(agent, workspace)
  await lead.goto(`/?workspace=${workspace}`)
  await expect(row(lead, docs.id)).toBeVisible()

  await lead.keyboard.press('/')
  await lead.keyboard.type('host:build-3 ')
  await lead.keyboard.press('Enter')
  await expect(row(lead, flaky.id)).toHaveCount(0)
  await expect(row(lead, migration.id)).toBeVisible()
  await expect(lead).toHaveURL(/host=build-3/)
  await lead.reload()
  await expect(row(lead, migration.id)).toBeVisible()
  await expect(row(lead, flaky.id)).toHaveCount(0)
  await lead.goBack()
  await expect(row(lead, flaky.id)).toBeVisible()

  await lead.goto(`/?workspace=${workspace}&label=team%3Dweb&harness=codex&q=login`)
  await expect(row(lead, flaky.id)).toBeVisible()
  await expect(row(lead, migration.id)).toHaveCount(0)
  await lead.goto(`/?workspace=${workspace}&liveness=unknown`)
  await expect(row(lead, docs.id)).toBeVisible()
  await expect(row(lead, migration.id)).toHaveCount(0)
})

test('the strip counts what is true, and filters', async ({ lead, agent }) => {
  const workspace = unique()
  const { migration, docs } = await fleetOf(agent, workspace)
  await lead.goto(`/?workspace=${workspace}`)
  await expect(lead.getByTestId('count-alive')).toContainText('2')
  await expect(lead.getByTestId('count-unknown')).toContainText('1')
  await lead.getByTestId('count-unknown').click()
  await expect(row(lead, docs.id)).toBeVisible()
  await expect(row(lead, migration.id)).toHaveCount(0)
})

test('a silent agent turns quiet, then dead, on an open page', async ({ lead, agent }) => {
  const workspace = unique()
  const silent = await agent.register({ workspace, name: 'silent one', timeoutMs: 5000 })
  await lead.goto(`/?workspace=${workspace}`)
  await expect(row(lead, silent.id)).toContainText('alive')
  await expect(row(lead, silent.id)).toContainText('quiet', { timeout: 15_000 })
  await expect(row(lead, silent.id)).toContainText('dead', { timeout: 15_000 })
  await agent.does(silent.id, 'heartbeat')
  await expect(row(lead, silent.id)).toContainText('alive', { timeout: 15_000 })
})

test('keys move, peek keeps the list, Enter opens the session', async ({ lead, agent }) => {
  const workspace = unique()
  const { docs } = await fleetOf(agent, workspace)
  await lead.goto(`/?workspace=${workspace}`)
  await expect(row(lead, docs.id)).toBeVisible()
  await lead.keyboard.press('j')
  await lead.keyboard.press('Space')
  await expect(lead.getByTestId('peek')).toBeVisible()
  await expect(row(lead, docs.id)).toBeVisible()
  await lead.keyboard.press('Escape')
  await expect(lead.getByTestId('peek')).toHaveCount(0)
  await lead.keyboard.press('Enter')
  await expect(lead).toHaveURL(/\/sessions\/agent-/)
})

test('what agents send is shown as text and does not run', async ({ lead, agent }) => {
  const workspace = unique()
  const script = '<img src=x onerror="window.ran=true"><script>window.ran=true</script>'
  const hostile = await agent.register({ workspace, name: script, model: script, hostname: 'h', harness: 'x', labels: { a: script } })
  await agent.does(hostile.id, 'progress', { activity: script })
  await lead.goto(`/?workspace=${workspace}`)
  await expect(row(lead, hostile.id)).toContainText('<script>')
  await lead.goto(`/sessions/${hostile.id}`)
  await expect(lead.getByTestId('session')).toContainText('<script>')
  expect(await lead.evaluate(() => 'ran' in window)).toBe(false)
})
