import { type Session } from '../contract/sessions.ts'
import { type Agent, expect, test } from './fixtures.ts'

test('a session shows what it said of itself, and changes live', async ({ lead, agent }) => {
  const session = await agent.register({
    name: 'api rate limits', harness: 'claude-code', model: 'opus-5', hostname: 'build-3', pid: 38112, bootId: 'boot-1',
    worktreePath: '/srv/shop', labels: { team: 'web' }, attachReason: 'matched by native actor key', winningAttachRule: 'native_actor_key',
  })
  await lead.goto(`/sessions/${session.id}`)
  const page = lead.getByTestId('session')
  for (const text of ['api rate limits', session.id, 'build-3', '38112', '/srv/shop', 'team', `agent/${session.id}`]) await expect(page).toContainText(text)

  await agent.does(session.id, 'context-queries', { path: 'server/http/limits.ts' })
  await expect(page).toContainText('server/http/limits.ts')
  await agent.does(session.id, 'usage', { inputTokens: 1_900_000, costMicroUsd: 8_420_000 })
  await expect(page).toContainText('8.42')
  await agent.does(session.id, 'progress', { waitingFor: 'permission for git push' })
  await expect(lead.getByTestId('verdict')).toContainText(/waiting/i)
})

test('[SES-4, SES-5] an end from the page shows in both browsers, and the agent is told', async ({ lead, newPerson, agent }) => {
  const session = await agent.register({ name: 'to be ended' })
  const other = await newPerson()
  for (const page of [lead, other]) {
    await page.goto(`/sessions/${session.id}`)
    await expect(page.getByTestId('verdict')).toContainText(/alive/i)
  }
  await lead.getByRole('button', { name: /abandon/i }).first().click()
  const dialog = lead.getByRole('dialog')
  await dialog.getByRole('textbox').fill('stuck for an hour')
  await dialog.getByRole('button', { name: /abandon/i }).click()
  for (const page of [lead, other]) await expect(page.getByTestId('verdict')).toContainText(/abandoned/i)
  const told = await agent.call<{ error: { code: string; details: { reason: string } } }>('POST', `/sessions/${session.id}/heartbeat`)
  expect(told.status).toBe(409)
  expect(told.body.error).toMatchObject({ code: 'session_ended', details: { status: 'abandoned', reason: 'stuck for an hour' } })
})

test('a session that never was has a page that says so', async ({ lead }) => {
  await lead.goto('/sessions/agent-nobody')
  await expect(lead.getByTestId('session-gone')).toBeVisible()
})

type Attached = { session: Session; created: boolean }
async function attach(agent: Agent, body: Record<string, unknown>): Promise<Session> {
  const answer = await agent.call<Attached>('POST', '/sessions/attach', { timeoutMs: 600_000, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.session
}

test('[UI-3, SES-3] why it is attached here: each rule that was tried, as a sentence', async ({ lead, agent }) => {
  const keys = { workspace: 'attach-trail', externalSessionId: `ext:${Date.now()}`, worktreePath: `/srv/${Date.now()}` }
  await attach(agent, { ...keys, externalSessionId: undefined })
  const session = await attach(agent, keys)
  await lead.goto(`/sessions/${session.id}`)
  const trail = lead.getByTestId('attach-trail').locator('li')
  await expect(trail.filter({ hasText: 'external session id' })).toContainText('nobody has it')
  await expect(trail.filter({ hasText: 'root session at its path' })).toContainText('is this session')
  await expect(lead.getByTestId('timeline')).toContainText('attached by its only root session at its path')
})

test('[UI-3, SES-8] the actor chain is a tree, root first, whose states are live', async ({ lead, agent }) => {
  const key = `actor-${Date.now()}`
  const root = await attach(agent, { name: 'release lead', nativeActorKey: key })
  const middle = await attach(agent, { name: 'api rate limits', nativeActorKey: `${key}-1`, nativeParentActorKey: key })
  await lead.goto(`/sessions/${middle.id}`)
  const nodes = lead.getByTestId('actor-chain').getByRole('treeitem')
  await expect(nodes).toHaveCount(2)
  await expect(nodes.nth(0)).toContainText('release lead')
  await expect(nodes.nth(1)).toHaveAttribute('aria-current', 'true')
  const child = await attach(agent, { name: 'write tests', nativeActorKey: `${key}-2`, nativeParentActorKey: `${key}-1` })
  await expect(nodes).toHaveCount(3)
  await expect(nodes.nth(2)).toHaveAttribute('aria-level', '3')
  await agent.does(child.id, 'progress', { waitingFor: 'a decision' })
  await expect(nodes.nth(2)).toContainText('waiting')
  await agent.does(root.id, 'end', { status: 'merged' })
  await expect(nodes.nth(0)).toContainText('merged')
})

test('[UI-3, LIV-1] the verdict stands with its evidence, what decided, and what would change it', async ({ lead, agent }) => {
  const session = await agent.register({ name: 'with evidence', hostname: 'build-3', hostId: 'build-3', pid: 38112, processStartTime: '09:12', bootId: 'boot-1' })
  await lead.goto(`/sessions/${session.id}`)
  const why = lead.getByTestId('why')
  const evidence = lead.getByTestId('evidence')
  for (const text of ['pid 38112 since 09:12', 'boot-1', 'build-3']) await expect(evidence).toContainText(text)
  await expect(evidence.locator('dd', { hasText: 'decides' })).toHaveCount(1)
  await expect(evidence.locator('dd', { hasText: 'decides' })).toContainText('in time')
  await expect(why).toContainText('Seen gone on build-3, its process makes it dead at once')
  await lead.getByText('Why, and what would change it').click()
  await expect(evidence).toBeHidden()
})

test('[UI-3] the heartbeat clock never runs out on an open page while the agent beats, though beats are not announced', async ({ lead, agent }) => {
  const session = await agent.register({ name: 'beats', timeoutMs: 6_000 })
  await lead.goto(`/sessions/${session.id}`)
  const clock = lead.locator('[data-clock=heartbeat]')
  await expect(clock).toContainText('left')
  await lead.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => seen.push(document.querySelector('[data-clock=heartbeat]')?.textContent ?? '')).observe(document.querySelector('[data-testid=clocks]')!, { subtree: true, childList: true, characterData: true })
  })
  const began = Date.parse((await agent.does(session.id, 'progress', { activity: 'one' })).lastProgressAt!)
  // Two timeouts long, by the server's clock.
  for (let now = began; now < began + 12_000; ) {
    await agent.does(session.id, 'heartbeat')
    now = Date.parse((await agent.call<{ serverNow: string }>('GET', `/sessions/${session.id}`)).body.serverNow)
  }
  const seen = await lead.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((said) => said.startsWith('0 s') || said.includes('silent'))).toEqual([])
  await expect(clock).toContainText('silent for', { timeout: 30_000 })
  await expect(lead.getByTestId('verdict')).toHaveAttribute('data-state', 'dead')
  await expect(lead.locator('[data-clock=reservation]')).toContainText('free to take')
})

test('[UI-3, RSV-9] what it holds, with its generation, and who waits for it', async ({ lead, agent }) => {
  const owner = await agent.register({ name: 'holds', timeoutMs: 600_000 })
  const waiter = await agent.register({ name: 'waits for it', timeoutMs: 600_000 })
  await lead.goto(`/sessions/${owner.id}`)
  await expect(lead.getByTestId('holds')).toContainText('thread #1')
  const asked = agent.call('POST', '/threads/reserve', { thread: `agent/${owner.id}`, workspace: owner.workspace, sessionId: waiter.id, waitMs: 60_000 })
  await expect(lead.getByTestId('holds')).toContainText('waits for it is next')
  const other = await lead.context().newPage()
  await other.goto(`/sessions/${waiter.id}`)
  await expect(other.getByTestId('waits-for')).toContainText(`agent/${owner.id}`)
  await lead.getByTestId('holds').getByRole('link', { name: `agent/${owner.id}` }).click()
  await expect(lead.getByTestId('owner')).toContainText('holds')
  await agent.does(owner.id, 'end')
  await asked
})

test('[UI-12] usage over time is a plot, in words and as a table too', async ({ lead, agent }) => {
  const session = await agent.register({ name: 'uses much' })
  await lead.route(new RegExp(`/api/v1/sessions/${session.id}$`), async (route) => {
    const answer = await route.fetch()
    const detail = (await answer.json()) as Record<string, unknown>
    const minute = Math.floor(Date.now() / 60_000) * 60_000
    const sample = (ago: number, tokens: number) => ({ at: new Date(minute - ago * 60_000).toISOString(), tokens, costMicroUsd: tokens * 4 })
    await route.fulfill({ response: answer, json: { ...detail, usageOverTime: [sample(30, 10_000), sample(20, 250_000), sample(5, 1_900_000)] } })
  })
  await lead.goto(`/sessions/${session.id}`)
  const plot = lead.getByTestId('usage-plot')
  await expect(plot.getByRole('img', { name: 'Tokens over time. tokens: 1.9M.' })).toBeVisible()
  await expect(plot.locator('canvas').first()).toBeVisible()
  await plot.getByRole('button', { name: 'Cost over time as a table' }).click()
  await expect(plot.getByRole('region', { name: 'Cost over time' })).toContainText('7.60')
})

test('[OPS-6, UI-10] who comes by while an abandonment can be undone sees who did it, and for how long', async ({ lead, newPerson, agent, muster }) => {
  const session = await agent.register({ name: 'abandoned by mistake' })
  const other = await newPerson()
  await other.goto(`/sessions/${session.id}`)
  await expect(other.getByTestId('verdict')).toContainText(/alive/i)
  const done = await lead.request.post(`${muster.url}/api/v1/sessions/${session.id}/abandon`, { data: { reason: 'a slip' }, headers: { origin: muster.url } })
  expect(done.status()).toBe(200)
  await expect(other.getByTestId('undo-banner')).toContainText(/Abandoned by Admin.*undone for \d+ s more/)
  await expect(other.getByTestId('undo-banner')).toHaveCount(0, { timeout: 30_000 })
  await expect(other.getByTestId('verdict')).toContainText('a slip')
})

test('[UI-10] who ends second is told who was first', async ({ lead, agent }) => {
  const session = await agent.register({ name: 'ended twice' })
  await lead.goto(`/sessions/${session.id}`)
  await lead.getByRole('button', { name: 'Complete…' }).click()
  await agent.does(session.id, 'end', { status: 'merged', reason: 'it is in' })
  await expect(lead.getByRole('dialog').getByTestId('already-done')).toContainText(/Already merged by token e2e.*it is in/)
})
