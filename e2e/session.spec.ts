import { expect, test } from './fixtures.ts'

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
