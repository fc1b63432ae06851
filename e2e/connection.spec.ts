import { admin, Agent, expect, test } from './fixtures.ts'
import { apiOf } from '../test/api.ts'
import { Muster } from './muster.ts'

test('[RT-3, RT-6] a server killed and started again: the page says so meanwhile, and then misses nothing', async ({ browser }) => {
  test.setTimeout(120_000)
  const muster = await Muster.start({ MUSTER_ADMIN_EMAIL: admin.email, MUSTER_ADMIN_PASSWORD: admin.password })
  try {
    const agent = new Agent(apiOf(muster.url, await muster.command('admin', 'token', 'e2e')))
    const context = await browser.newContext({ baseURL: muster.url })
    await context.request.post('/api/v1/sign-in', { data: admin })
    const page = await context.newPage()
    const row = (id: string) => page.locator(`[role=row][data-session-id="${id}"]`)
    const connection = page.getByTestId('connection')

    const first = await agent.register({ name: 'was there before' })
    await page.goto('/')
    await expect(connection).toHaveAttribute('data-state', 'live')
    await expect(row(first.id)).toBeVisible()

    await muster.end('SIGKILL')
    await expect(connection).not.toHaveAttribute('data-state', 'live')
    await expect(connection).toHaveAttribute('data-state', 'stale', { timeout: 30_000 })
    await expect(page.getByTestId('stale-banner')).toBeVisible()

    await muster.start()
    const second = await agent.register({ name: 'came while away' })
    await agent.does(first.id, 'progress', { activity: 'changed while away' })
    await expect(connection).toHaveAttribute('data-state', 'live', { timeout: 30_000 })
    await expect(page.getByTestId('stale-banner')).toHaveCount(0)
    await expect(row(second.id)).toBeVisible()
    await expect(row(first.id)).toContainText('changed while away')
    await context.close()
  } finally {
    await muster.remove()
  }
})

test('[RT-6] a browser that goes offline shows its age, not life', async ({ lead, agent }) => {
  const session = await agent.register({ name: 'offline watcher' })
  await lead.goto('/')
  const connection = lead.getByTestId('connection')
  await expect(connection).toHaveAttribute('data-state', 'live')
  await lead.context().setOffline(true)
  await expect(connection).not.toHaveAttribute('data-state', 'live', { timeout: 30_000 })
  await agent.does(session.id, 'progress', { activity: 'done behind its back' })
  await lead.context().setOffline(false)
  await expect(connection).toHaveAttribute('data-state', 'live', { timeout: 30_000 })
  await expect(lead.locator(`[data-session-id="${session.id}"]`).first()).toContainText('done behind its back')
})
