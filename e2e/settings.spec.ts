import { retention } from '../server/system/retention.ts'
import { apiOf } from '../test/api.ts'
import { enter, removeOtherAdmins, uniqueEmail } from './cast.ts'
import { expect, test } from './fixtures.ts'

const dialog = 'dialog[open]'

test('[SEC-2, UI-8] a person is invited, comes in by the link, and a change of role holds at once on their open page', async ({ lead, browser, muster }) => {
  const email = uniqueEmail('invited')
  await lead.goto('/settings/people')
  await lead.getByRole('button', { name: 'Invite…' }).click()
  await lead.getByLabel('Name', { exact: true }).fill('Ida Invited')
  await lead.getByLabel('E-mail').fill(email)
  await lead.locator(dialog).getByLabel('Role').selectOption('operator')
  await lead.locator(dialog).getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await lead.getByLabel('sign-in link', { exact: true }).innerText()
  await lead.getByRole('button', { name: 'Done' }).click()
  await expect(lead.locator('body')).not.toContainText(link.split('#')[1] ?? 'no token')

  const context = await browser.newContext({ baseURL: muster.url })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await theirs.getByLabel('Password').fill('a password of twelve')
  await theirs.getByRole('button', { name: /sign in/ }).click()
  await expect(theirs.getByTestId('connection')).toHaveAttribute('data-state', 'live')
  await expect(theirs.getByRole('link', { name: 'Activity' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Settings' })).toHaveCount(0)

  const row = lead.locator('tr', { hasText: email })
  await row.getByLabel('Role of Ida Invited').selectOption('admin')
  await lead.getByRole('button', { name: 'Change the role' }).click()
  await expect(row.getByLabel('Role of Ida Invited')).toHaveValue('admin')
  await expect(theirs.getByRole('link', { name: 'Settings' })).toBeVisible({ timeout: 15_000 })

  await row.getByRole('button', { name: 'Remove Ida Invited' }).click()
  await lead.locator(dialog).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
  await expect(theirs).toHaveURL(/\/sign-in/, { timeout: 15_000 })
  await context.close()
})

test('[SEC-2] the last admin can neither step down nor go, and the page says why', async ({ lead, muster }) => {
  await removeOtherAdmins({ url: muster.url, request: lead.context().request })
  await lead.goto('/settings/people')
  const row = lead.locator('tr', { hasText: 'lead@example.test' })
  await row.getByRole('combobox').selectOption('viewer')
  await lead.getByRole('button', { name: 'Change the role' }).click()
  await expect(lead.locator(dialog).getByRole('alert')).toContainText(/admin/i)
  await lead.keyboard.press('Escape')
  await expect(row.getByRole('combobox')).toHaveValue('admin')

  await row.getByRole('button', { name: /Remove/ }).click()
  await lead.locator(dialog).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(lead.locator(dialog).getByRole('alert')).toContainText(/admin/i)
  await lead.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
})

test('[SEC-4, UI-8] a token is shown once, works, and is refused the moment it is revoked, on every open page', async ({ lead, newPerson, muster }) => {
  const name = `ci ${Math.random().toString(36).slice(2, 8)}`
  await lead.goto('/settings/tokens')
  await lead.getByRole('button', { name: 'Make a token…' }).first().click()
  await lead.getByLabel('Name', { exact: true }).fill(name)
  await lead.getByLabel('Workspace').fill('shop-api')
  await lead.locator(dialog).getByLabel('Expires').selectOption('in 30 days')
  await lead.getByRole('button', { name: 'Make the token' }).click()
  const secret = await lead.getByLabel('the secret', { exact: true }).innerText()
  await expect(lead.getByLabel('a first call', { exact: true })).toContainText(`${muster.url}/api/v1/sessions`)
  await expect(lead.getByLabel('a first call', { exact: true })).not.toContainText(secret)
  await lead.getByRole('button', { name: 'Done' }).click()
  await expect(lead.locator('body')).not.toContainText(secret)
  await lead.reload()
  const row = lead.locator('tr', { hasText: name })
  for (const text of ['works', 'agent', 'shop-api']) await expect(row).toContainText(text)
  await expect(lead.locator('body')).not.toContainText(secret)

  const call = apiOf(muster.url, secret)
  expect((await call('POST', '/sessions', { name: 'by the new token' })).status).toBe(201)
  const other = await newPerson()
  await other.goto('/settings/tokens')
  await expect(other.locator('tr', { hasText: name })).toContainText('works')
  await row.getByRole('button', { name: /Revoke/ }).click()
  await lead.getByRole('button', { name: 'Revoke it' }).click()
  await expect(row).toContainText('revoked')
  expect((await call('POST', '/sessions', { name: 'too late' })).status).toBe(401)
  await expect(other.locator('tr', { hasText: name })).toContainText('revoked')
})

test('[UI-8] workspaces, limits, what bounds every table, and the server are shown', async ({ lead, agent }) => {
  const workspace = `w-${Math.random().toString(36).slice(2, 8)}`
  await agent.register({ workspace })
  await lead.goto('/settings')
  await expect(lead).toHaveURL(/\/settings\/people$/)
  await lead.getByRole('link', { name: 'Workspaces' }).click()
  await lead.getByRole('link', { name: workspace }).click()
  await expect(lead).toHaveURL(`/?workspace=${workspace}`)
  await expect(lead.getByLabel('Workspace', { exact: true })).toHaveValue(workspace)
  await lead.goto('/settings/limits')
  await expect(lead.getByRole('region', { name: 'Limits' })).toContainText('MUSTER_SESSION_RETENTION_DAYS')
  for (const table of Object.keys(retention)) await expect(lead.getByRole('region', { name: 'Retention' }).getByText(table, { exact: true })).toBeVisible()
  await lead.goto('/settings/server')
  for (const text of ['PostgreSQL', 'embedded', 'Node', 'keeps up']) await expect(lead.locator('main')).toContainText(text)
})

test('[SEC-2, UI-11] buttons follow the role: a viewer sees, an operator acts on sessions, neither finds the settings', async ({ lead, browser, muster, agent }) => {
  const session = await agent.register({ name: 'whose buttons' })
  for (const role of ['viewer', 'operator'] as const) {
    const context = await enter(browser, { url: muster.url, request: lead.context().request }, role)
    const page = await context.newPage()
    await page.goto(`/sessions/${session.id}`)
    await expect(page.getByTestId('session')).toContainText('whose buttons')
    await expect(page.getByTestId('me')).toContainText(role)
    await expect(page.getByRole('button', { name: 'Abandon…' })).toHaveCount(role === 'viewer' ? 0 : 1)
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    for (const section of ['people', 'tokens', 'workspaces', 'limits', 'server']) {
      await page.goto(`/settings/${section}`)
      await expect(page.getByTestId('not-allowed')).toContainText(role)
    }
    await context.close()
  }
})
