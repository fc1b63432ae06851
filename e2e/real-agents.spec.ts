import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Page } from '@playwright/test'
import { type RegisteredSession } from '../contract/sessions.ts'
import { type Reserved } from '../contract/threads.ts'
import { probeProcess } from '../host/probe-process.ts'
import { readThisHost } from '../host/this-host.ts'
import { apiOf } from '../test/api.ts'
import { expect, test } from './fixtures.ts'
import { Muster } from './muster.ts'

const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`
const row = (page: Page, id: string) => page.locator(`[role=row][data-session-id="${id}"]`)
const live = (page: Page) => expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')

/** A process of this machine, as a session says it. */
async function aProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const probe = await probeProcess(child.pid!)
  if (!('startTime' in probe)) throw new Error('the process is not there')
  const { hostId, hostname, bootId } = await readThisHost()
  return { child, said: { hostId, hostname, bootId, pid: child.pid!, processStartTime: probe.startTime } }
}

test('[LIV-12] an agent killed with SIGKILL on this host is shown dead long before its beats run out, without a reload', async ({ lead, agent }) => {
  const workspace = unique()
  const { child, said } = await aProcess()
  const { id } = await agent.register({ workspace, name: 'cache invalidation', timeoutMs: 3_600_000, ...said })
  await lead.goto(`/?workspace=${workspace}`)
  await live(lead)
  await expect(row(lead, id)).toContainText('alive')
  // Only a process that was seen once can be seen to be gone.
  await expect.poll(async () => (await agent.call<{ session: RegisteredSession['session'] }>('GET', `/sessions/${id}`)).body.session.liveness.processSeenAt).not.toBeNull()
  await lead.evaluate(() => Object.assign(window, { neverReloaded: true }))

  const killedAt = performance.now()
  child.kill('SIGKILL')
  await expect(row(lead, id)).toContainText('dead')
  test.info().annotations.push({ type: 'killed → dead in the page', description: `${Math.round(performance.now() - killedAt)} ms` })
  await expect(lead.locator(`[data-needs="${id}"]`)).toContainText('process')
  expect(await lead.evaluate(() => (window as unknown as { neverReloaded: boolean }).neverReloaded)).toBe(true)

  // A late beat does not bring back what its process says is gone.
  await agent.does(id, 'heartbeat')
  await expect(row(lead, id)).toContainText('dead')
})

test('[LIV-3, LIV-6, LIV-12] a silent agent is shown dead after its timeout, and alive with its next beat', async ({ lead, agent }) => {
  const workspace = unique()
  const { id } = await agent.register({ workspace, name: 'docs sweep', timeoutMs: 5_000 })
  await lead.goto(`/?workspace=${workspace}`)
  await expect(row(lead, id)).toContainText('alive')
  await expect(row(lead, id)).toContainText('quiet')
  await expect(row(lead, id)).toContainText('dead')
  await agent.does(id, 'heartbeat')
  await expect(row(lead, id)).toContainText('alive')
})

test('[UI-10, OPS-6, RSV-9] an operator abandons a stalled session, and its thread goes to the next in line when the window is over', async ({ lead, agent }) => {
  const workspace = unique()
  const thread = 'feature/billing-v2'
  const reserve = (name: string, more: object = {}) =>
    agent.call<Reserved>('POST', '/threads/reserve', { workspace, thread, session: { name, timeoutMs: 3_600_000, ...more }, waitMs: name === 'tax rounding' ? 60_000 : 0 })
  const { body: first } = await reserve('billing migration', { stallMs: 1_000 })
  if (first.outcome !== 'reserved') throw new Error('the thread was not free')
  const next = reserve('tax rounding')
  await expect.poll(async () => (await agent.call<{ items: { waiting: number }[] }>('GET', `/threads?workspace=${workspace}`)).body.items[0]?.waiting).toBe(1)

  await lead.goto(`/?workspace=${workspace}&progress=stalled`)
  await live(lead)
  const { id } = first.session
  await expect(row(lead, id)).toContainText('stalled', { timeout: 30_000 })
  await row(lead, id).click()
  await lead.getByTestId('peek').getByRole('button', { name: 'Abandon…' }).click()
  await expect(lead.getByTestId('abandon-preview')).toContainText(thread)
  await expect(lead.getByTestId('abandon-preview')).toContainText('tax rounding waits for it and gets it next')
  await lead.getByLabel(/^Reason/).fill('stalled for too long')
  await lead.getByRole('button', { name: 'Abandon it' }).click()
  await expect(lead.getByTestId('undo-toast')).toContainText('Abandoned billing migration')
  const ended = await agent.call<{ error: { code: string; details: Record<string, unknown> } }>('POST', `/sessions/${id}/heartbeat`, {})
  expect(ended.status).toBe(409)
  expect(ended.body.error).toMatchObject({ code: 'session_ended', details: { status: 'abandoned', reason: 'stalled for too long' } })

  const { body: second } = await next
  expect(second).toMatchObject({ outcome: 'reserved', reservation: { generation: 2 } })
  if (second.outcome !== 'reserved') return
  expect(Date.parse(second.reservation.reservedAt)).toBeGreaterThanOrEqual(Date.parse(ended.body.error.details['undoUntil'] as string))
  await lead.goto(`/?workspace=${workspace}`)
  await expect(row(lead, second.session.id)).toContainText('tax rounding')
})

test('[RT-3] Muster is killed and started again: the page comes back live by itself, with nothing missing', async ({ browser }) => {
  test.setTimeout(240_000)
  const person = { email: 'lead@example.test', password: 'a password of twelve' }
  const muster = await Muster.start({ MUSTER_ADMIN_EMAIL: person.email, MUSTER_ADMIN_PASSWORD: person.password })
  const context = await browser.newContext({ baseURL: muster.url })
  try {
    const call = apiOf(muster.url, await muster.command('admin', 'token', 'agents'))
    const register = async (name: string) => (await call<RegisteredSession>('POST', '/sessions', { name, timeoutMs: 5_000 })).body.session.id
    const before = await register('before the kill')
    await context.request.post('/api/v1/sign-in', { data: person, headers: { origin: muster.url } })
    const page = await context.newPage()
    await page.goto('/')
    await live(page)
    await call('POST', `/sessions/${before}/heartbeat`, {})
    await expect(row(page, before)).toContainText('alive')
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

    await muster.end('SIGKILL')
    await expect(page.getByTestId('connection')).not.toHaveAttribute('data-state', 'live')
    await muster.start()
    const after = await register('after the kill')
    await live(page)
    await expect(row(page, after)).toBeVisible()
    await call('POST', `/sessions/${before}/heartbeat`, {})
    await expect(row(page, before)).toContainText('alive')
    expect(await page.evaluate(() => (window as unknown as { neverReloaded: boolean }).neverReloaded)).toBe(true)
  } finally {
    await context.close()
    await muster.remove()
  }
})
