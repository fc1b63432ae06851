import { type Page } from '@playwright/test'
import { enter } from './cast.ts'
import { expect, test } from './fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go anywhere, do anything' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const focused = (page: Page) => page.locator(':focus')
const unique = () => `w-${Math.random().toString(36).slice(2, 10)}`
const ready = (page: Page) => expect(page.getByTestId('me')).not.toBeEmpty()

test('[UI-9] Ctrl K opens the palette from anywhere, keeps the focus in it, and Esc gives it back', async ({ lead, agent }) => {
  await agent.register({})
  await lead.goto('/')
  await ready(lead)
  await lead.keyboard.press('/')
  await expect(focused(lead)).toHaveAccessibleName('Filter sessions')
  await lead.keyboard.press('Control+k')
  await expect(focused(lead)).toHaveRole('combobox')
  for (let press = 0; press < 4; press++) {
    await lead.keyboard.press('Tab')
    expect(await lead.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  await lead.keyboard.press('Escape')
  await expect(palette(lead)).toHaveCount(0)
  await expect(focused(lead)).toHaveAccessibleName('Filter sessions')
})

test('[UI-9] the palette jumps to pages and to sessions by name, id and thread, ended ones too', async ({ lead, agent }) => {
  const thread = `feature/${unique()}`
  const session = await agent.register({ name: 'needle in the stack', thread })
  const ended = await agent.register({ name: `long gone ${unique()}` })
  await agent.does(ended.id, 'end', { status: 'complete' })
  await lead.goto('/api-reference')
  await ready(lead)
  for (const typed of [session.id, thread]) {
    await lead.keyboard.press('Control+k')
    await lead.keyboard.type(typed)
    await expect(option(lead, /needle in the stack/)).toBeVisible()
    await lead.keyboard.press('Enter')
    await expect(lead).toHaveURL(`/sessions/${session.id}`)
  }
  await lead.keyboard.press('Control+k')
  await lead.keyboard.type(ended.name)
  await expect(option(lead, /complete/)).toBeVisible()
  await lead.keyboard.press('Escape')
  await lead.keyboard.press('Control+k')
  await lead.keyboard.type('limits')
  await lead.keyboard.press('Enter')
  await expect(lead).toHaveURL('/settings/limits')
})

test('[UI-9] the palette runs actions: theme, filter, a token made without a mouse, what the session offers', async ({ lead, agent }) => {
  const session = await agent.register({ name: 'ends by palette' })
  await lead.goto('/')
  await ready(lead)
  const run = async (typed: string) => {
    await lead.keyboard.press('Control+k')
    await lead.keyboard.type(typed)
    await lead.keyboard.press('Enter')
    await expect(palette(lead)).toHaveCount(0)
  }
  await run('theme dark')
  await expect(lead.locator('html')).toHaveAttribute('data-theme', 'dark')
  await run('show waiting')
  await expect(lead).toHaveURL(/progress=waiting/)
  await run('make a token')
  await expect(focused(lead)).toHaveAccessibleName('Name')
  await lead.keyboard.type('by keyboard')
  await lead.keyboard.press('Enter')
  await expect(lead.getByLabel('the secret', { exact: true })).toContainText('mst_')
  await lead.keyboard.press('Escape')
  await expect(lead.locator('tr', { hasText: 'by keyboard' }).first()).toContainText('works')

  await lead.goto(`/sessions/${session.id}`)
  await expect(lead.getByRole('button', { name: 'Abandon…' })).toBeVisible()
  await run('abandon ends by')
  await expect(lead.getByRole('dialog', { name: 'Abandon: ends by palette' })).toBeVisible()
})

test("[SEC-2, UI-9] the palette offers a viewer only a viewer's things", async ({ lead, browser, muster, agent }) => {
  const session = await agent.register({ name: 'not for viewers' })
  const context = await enter(browser, { url: muster.url, request: lead.context().request }, 'viewer')
  const page = await context.newPage()
  await page.goto(`/sessions/${session.id}`)
  await ready(page)
  await page.keyboard.press('Control+k')
  await expect(option(page, 'Fleet')).toBeVisible()
  for (const name of [/Settings/, /Make a token/, /Invite/, /Abandon/]) await expect(option(page, name)).toHaveCount(0)
  await context.close()
})

test('[UI-9] j k move, x selects and counts, and Esc closes only what is on top', async ({ lead, agent }) => {
  const workspace = unique()
  const made = [await agent.register({ workspace }), await agent.register({ workspace }), await agent.register({ workspace })].toReversed()
  await lead.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await lead.goto(`/?workspace=${workspace}`)
  await expect(lead.locator('[data-session-id]')).toHaveCount(3)
  const chosen = lead.locator('[data-chosen]')
  for (const key of ['j', 'x', 'j', 'x']) await lead.keyboard.press(key)
  await expect(lead.getByTestId('selection')).toContainText('2 selected')
  await expect(lead.locator('[aria-selected=true]')).toHaveCount(2)
  await lead.getByRole('button', { name: 'Copy ids' }).click()
  expect(await lead.evaluate(() => navigator.clipboard.readText())).toBe(`${made[0]!.id}\n${made[1]!.id}`)
  await lead.locator('body').click({ position: { x: 800, y: 600 } })
  await lead.keyboard.press('x')
  await expect(lead.getByTestId('selection')).toContainText('1 selected')
  await lead.keyboard.press('k')
  await expect(chosen).toHaveAttribute('data-session-id', made[0]!.id)
  await lead.keyboard.press(' ')
  await lead.keyboard.press('?')

  const keys = lead.getByRole('dialog', { name: 'Keys' })
  const layers = [keys, lead.getByTestId('peek'), lead.getByTestId('selection'), chosen]
  for (const [top, layer] of layers.entries()) {
    await expect(layer).toBeVisible()
    await lead.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
    for (const below of layers.slice(top + 1)) await expect(below).toBeVisible()
  }
})

test('[UI-9] where nothing filters, / searches; the skip link leads into the page; dialogs give the focus back', async ({ lead }) => {
  await lead.goto('/settings/tokens')
  await expect(lead.getByRole('button', { name: 'Make a token…' }).first()).toBeVisible()
  await lead.keyboard.press('Tab')
  await expect(focused(lead)).toHaveText('Skip to the page')
  await lead.keyboard.press('Enter')
  await lead.keyboard.press('Tab')
  await expect(lead.locator('main :focus')).toHaveCount(1)

  await lead.keyboard.press('/')
  await expect(palette(lead)).toBeVisible()
  await lead.keyboard.press('Escape')
  const make = lead.getByRole('button', { name: 'Make a token…' }).first()
  await make.focus()
  await lead.keyboard.press('Enter')
  await expect(lead.getByRole('dialog', { name: 'Make a token' })).toBeVisible()
  await lead.keyboard.press('Escape')
  await expect(make).toBeFocused()
})
