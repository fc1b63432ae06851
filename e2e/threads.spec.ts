import { type Page } from '@playwright/test'
import { type Reserved } from '../contract/threads.ts'
import { enter } from './cast.ts'
import { type Agent, expect, test } from './fixtures.ts'

const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`
const row = (page: Page, id: string) => page.locator(`[role=row][data-thread-id="${id}"]`)
const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
type Won = Extract<Reserved, { outcome: 'reserved' }>

/** Reserves, and says what became of it. */
async function reserve(agent: Agent, body: Record<string, unknown>): Promise<Reserved> {
  const answer = await agent.call<Reserved>('POST', '/threads/reserve', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
async function win(agent: Agent, workspace: string, thread: string, name: string, more: Record<string, unknown> = {}): Promise<Won> {
  const answer = await reserve(agent, { workspace, thread, session: { name, timeoutMs: 600_000 }, ...more })
  expect(answer.outcome).toBe('reserved')
  return answer as Won
}
async function release(agent: Agent, { reservation: { id, token } }: Won, body: Record<string, unknown> = {}) {
  const { status } = await agent.call('POST', `/reservations/${id}/release`, { token, ...body })
  expect(status).toBe(200)
}
/** Waits in line in a call of its own, and is there when this is done. */
async function joinLine(agent: Agent, workspace: string, thread: string, threadId: string, name: string) {
  const { id } = await agent.register({ workspace, name, timeoutMs: 600_000 })
  const asked = agent.call<Reserved>('POST', '/threads/reserve', { workspace, thread, sessionId: id, waitMs: 60_000 })
  await expect.poll(async () => (await agent.call<{ waiters: { sessionId: string }[] }>('GET', `/threads/${threadId}`)).body.waiters.map((one) => one.sessionId)).toContain(id)
  return { id, asked }
}

test('[UI-4, RT-1] who owns what, how alive, who waits: live in every open list, without a reload', async ({ lead, newPerson, agent }) => {
  const workspace = unique()
  const first = await win(agent, workspace, 'feature/cache', 'cache invalidation', { anchor: 'c0ffee' })
  const { threadId } = first.reservation
  const other = await newPerson()
  for (const page of [lead, other]) {
    await page.goto(`/threads?workspace=${workspace}`)
    await live(page)
    await expect(row(page, threadId)).toContainText('cache invalidation')
    await expect(row(page, threadId)).toContainText('alive')
    await expect(row(page, threadId)).toContainText('it beats in time')
  }
  await agent.does(first.session.id, 'progress', { waitingFor: 'permission for git push' })
  for (const page of [lead, other]) await expect(row(page, threadId)).toContainText('waiting')
  await release(agent, first, { anchor: 'beef' })
  for (const page of [lead, other]) {
    await expect(row(page, threadId)).toContainText('free')
    await expect(row(page, threadId)).toContainText('beef')
  }
  await win(agent, workspace, 'feature/cache', 'the next owner')
  const late = await win(agent, workspace, 'fix/late', 'came later')
  for (const page of [lead, other]) {
    await expect(row(page, threadId)).toContainText('the next owner')
    await expect(row(page, threadId)).toContainText('#2')
    await expect(row(page, late.reservation.threadId)).toBeVisible()
    await expect(page.getByTestId('threads-badge')).not.toBeEmpty()
  }
})

test('[UI-4] the filter is in the address, survives a reload, and goes back', async ({ lead, agent }) => {
  const workspace = unique()
  const owned = await win(agent, workspace, 'feature/owned', 'has it')
  const freed = await win(agent, workspace, 'feature/freed', 'had it')
  await release(agent, freed)
  const [a, b] = [owned.reservation.threadId, freed.reservation.threadId]
  await lead.goto(`/threads?workspace=${workspace}`)
  await expect(row(lead, b)).toContainText('free')
  await lead.getByLabel('State').selectOption('owned')
  await expect(row(lead, b)).toHaveCount(0)
  await expect(row(lead, a)).toBeVisible()
  await expect(lead).toHaveURL(/state=owned/)
  await lead.reload()
  await expect(row(lead, a)).toBeVisible()
  await expect(row(lead, b)).toHaveCount(0)
  // What is freed leaves a list of what is owned.
  await release(agent, owned)
  await expect(row(lead, a)).toHaveCount(0)
  await expect(lead.getByTestId('empty')).toContainText('owned')
  await lead.goBack()
  await expect(row(lead, a)).toContainText('free')
  await lead.keyboard.press('/')
  await lead.keyboard.type('freed')
  await expect(row(lead, a)).toHaveCount(0)
  await expect(row(lead, b)).toBeVisible()
  await expect(lead).toHaveURL(/q=freed/)
})

test('[UI-4, RSV-9, RSV-10] a thread: its owner, the line in order, refused attempts, and its owners over time', async ({ lead, agent }) => {
  const workspace = unique()
  const thread = 'feature/rate-limits'
  const first = await win(agent, workspace, thread, 'first owner')
  await release(agent, first, { status: 'abandoned', reason: 'went the wrong way' })
  const owner = await win(agent, workspace, thread, 'second owner')
  const { threadId } = owner.reservation
  await lead.goto(`/threads/${threadId}`)
  await live(lead)
  await expect(lead.getByTestId('owner')).toContainText('second owner')
  const chart = lead.getByTestId('owner-chart')
  await expect(chart.locator('[data-lane]')).toHaveCount(3)
  await expect(chart).toHaveAccessibleName(/second owner #2 alive; first owner #1 abandoned/)
  const table = lead.getByRole('region', { name: 'Owners, newest first' })
  await expect(table.locator('[data-generation="1"]')).toContainText('went the wrong way')

  await reserve(agent, { workspace, thread, session: { name: 'refused' } })
  await expect(lead.getByTestId('refused')).toContainText(/^1 for this owner/)
  const one = await joinLine(agent, workspace, thread, threadId, 'waits first')
  const two = await joinLine(agent, workspace, thread, threadId, 'waits second')
  const line = lead.getByTestId('line').locator('li')
  await expect(line).toHaveCount(2)
  await expect(line.first()).toHaveAttribute('data-session-id', one.id)
  await expect(line.first()).toContainText('next')
  await expect(line.nth(1)).toHaveAttribute('data-session-id', two.id)

  await release(agent, owner)
  expect((await one.asked).body).toMatchObject({ outcome: 'reserved', reservation: { generation: 3 } })
  await expect(lead.getByTestId('owner')).toContainText('waits first')
  await expect(line).toHaveCount(1)
  await expect(chart).toHaveAccessibleName(/waits first #3 alive; second owner #2 complete/)
  await agent.does(two.id, 'end')
  await two.asked
})

test('[RSV-11, SES-5, UI-10] an operator takes a thread over; the former owner is told, and a second operator is not surprised', async ({ lead, newPerson, agent }) => {
  const workspace = unique()
  const owner = await win(agent, workspace, 'feature/held', 'holds it')
  const wanted = await agent.register({ workspace, name: 'should have it', timeoutMs: 600_000 })
  const { threadId } = owner.reservation
  const other = await newPerson()
  for (const page of [lead, other]) {
    await page.goto(`/threads/${threadId}`)
    await live(page)
    await page.getByRole('button', { name: 'Take over…' }).click()
    await expect(page.getByRole('dialog').getByTestId('owner')).toContainText('holds it')
    await expect(page.getByRole('dialog').getByTestId('what-happens')).toContainText('holds it is abandoned at once')
  }
  const dialog = lead.getByRole('dialog')
  await dialog.getByLabel('A session of my choice').check()
  await expect(dialog.getByRole('button', { name: 'Take it over' })).toBeDisabled()
  await dialog.getByLabel('Which session').fill('should have')
  await dialog.getByRole('radio', { name: /should have it/ }).check()
  await dialog.getByLabel(/^Reason/).fill('stuck for an hour')
  await dialog.getByRole('button', { name: 'Take it over' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(lead.getByTestId('owner')).toContainText('should have it')

  await expect(other.getByRole('dialog').getByTestId('already-done')).toContainText('another owner by now: should have it')
  const told = await agent.call<{ error: { code: string; details: { reason: string } } }>('POST', `/sessions/${owner.session.id}/heartbeat`)
  expect([told.status, told.body.error.code, told.body.error.details.reason]).toEqual([409, 'session_ended', 'stuck for an hour'])
  // Its own thread and this one.
  await expect.poll(async () => (await agent.call<{ holds: { thread: string }[] }>('GET', `/sessions/${wanted.id}`)).body.holds.map(({ thread }) => thread)).toContain('feature/held')
})

test('[OPS-6, UI-10] its owner is abandoned from the thread, and taken back: same owner, same generation', async ({ lead, agent }) => {
  const owner = await win(agent, unique(), 'feature/undo', 'not so dead')
  await lead.goto(`/threads/${owner.reservation.threadId}`)
  await live(lead)
  await lead.getByRole('button', { name: 'Abandon owner…' }).click()
  const dialog = lead.getByRole('dialog')
  await expect(dialog.getByTestId('abandon-preview')).toContainText('feature/undo')
  await dialog.getByLabel(/^Reason/).fill('looked dead')
  await dialog.getByRole('button', { name: 'Abandon it' }).click()
  await expect(lead.getByTestId('owner')).toContainText('can be undone')
  await lead.getByTestId('undo-toast').getByRole('button', { name: /^Undo/ }).click()
  await expect(lead.getByTestId('owner')).toContainText(/not so dead.*alive/)
  await expect(lead.getByRole('region', { name: 'Owners, newest first' }).locator('[data-generation]')).toHaveCount(1)
})

test('[RSV-8] an operator sets the anchor, and who expects another one is refused', async ({ lead, agent }) => {
  const workspace = unique()
  const owner = await win(agent, workspace, 'feature/anchor', 'anchored')
  await release(agent, owner, { anchor: 'old' })
  await lead.goto(`/threads/${owner.reservation.threadId}`)
  await lead.getByRole('button', { name: 'Set anchor…' }).click()
  const dialog = lead.getByRole('dialog')
  await expect(dialog.getByLabel('Anchor')).toHaveValue('old')
  await dialog.getByLabel('Anchor').fill('new')
  await dialog.getByLabel('Reason').fill('rebased by hand')
  await dialog.getByRole('button', { name: 'Set it' }).click()
  await expect(lead.getByTestId('thread')).toContainText('new')
  const refused = await agent.call<{ error: { code: string } }>('POST', '/threads/reserve', { workspace, thread: 'feature/anchor', session: {}, expectedAnchor: 'old' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'anchor_drift'])
})

test('[SEC-2] a viewer sees a thread and none of its buttons, and is refused by the server', async ({ lead, browser, muster, agent }) => {
  const owner = await win(agent, unique(), 'feature/viewed', 'is looked at')
  const { threadId, generation } = owner.reservation
  const context = await enter(browser, { url: muster.url, request: lead.context().request }, 'viewer')
  const page = await context.newPage()
  await page.goto(`/threads/${threadId}`)
  await expect(page.getByTestId('owner')).toContainText('is looked at')
  await expect(page.getByTestId('me')).not.toBeEmpty()
  for (const name of ['Take over…', 'Abandon owner…', 'Set anchor…']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  for (const [path, data] of [['takeover', { generation, reason: 'mine' }], ['anchor', { anchor: 'x', reason: 'mine' }]] as const) {
    const answer = await context.request.post(`${muster.url}/api/v1/threads/${threadId}/${path}`, { data, headers: { origin: muster.url } })
    expect(answer.status()).toBe(403)
  }
  await context.close()
})

test('[UI-9] by keyboard: the palette jumps to a thread by its name, j and Enter open one, and what it offers is run', async ({ lead, agent }) => {
  const workspace = unique()
  const owner = await win(agent, workspace, `feature/${workspace}`, 'by keyboard')
  await lead.goto(`/threads?workspace=${workspace}`)
  await expect(row(lead, owner.reservation.threadId)).toBeVisible()
  await lead.keyboard.press('j')
  await lead.keyboard.press('Enter')
  await expect(lead).toHaveURL(`/threads/${owner.reservation.threadId}`)
  await lead.goto('/api-reference')
  await expect(lead.getByTestId('me')).not.toBeEmpty()
  await lead.keyboard.press('Control+k')
  await lead.keyboard.type(`feature/${workspace}`)
  const palette = lead.getByRole('dialog', { name: 'Go anywhere, do anything' })
  await palette.getByRole('group', { name: 'Threads' }).getByRole('option', { name: new RegExp(workspace) }).click()
  await expect(lead.getByTestId('owner')).toContainText('by keyboard')
  await lead.keyboard.press('Control+k')
  await lead.keyboard.type('take over')
  await lead.keyboard.press('Enter')
  await expect(lead.getByRole('dialog', { name: `Take over: feature/${workspace}` })).toBeVisible()
})

test('[UI-2] of ten thousand threads only those on screen exist, down to the last one', async ({ lead }) => {
  const items = Array.from({ length: 10_000 }, (_, place) => ({
    id: `00000000-0000-4000-8000-${String(9_999 - place).padStart(12, '0')}`, version: 1, workspace: 'many', name: `feature/${place}`, generation: 1, anchor: null,
    reservedAt: new Date(Date.UTC(2026, 0, 1) - place * 1000).toISOString(), owner: null, waiting: 0,
  }))
  await lead.route(/\/api\/v1\/threads\?/, (route) =>
    route.fulfill({ json: { items, nextCursor: null, total: { count: items.length, capped: false }, feed: '1.1.1', serverNow: new Date().toISOString() } }))
  await lead.goto('/threads')
  await expect(row(lead, items[0]!.id)).toBeVisible()
  expect(await lead.locator('[data-thread-id]').count()).toBeLessThan(100)
  await lead.getByTestId('thread-scroller').evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(row(lead, items.at(-1)!.id)).toBeVisible()
  expect(await lead.locator('[data-thread-id]').count()).toBeLessThan(100)
})

test('[UI-11] a thread that never was has a page that says so', async ({ lead }) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
    await lead.goto(`/threads/${id}`)
    await expect(lead.getByTestId('thread-gone')).toBeVisible()
  }
})
