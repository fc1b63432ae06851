import { type Page } from '@playwright/test'
import { z } from 'zod'
import { ContextQuery, EndSession, RegisterSession, ReportProgress } from '../contract/sessions.ts'
import { uniqueEmail } from './cast.ts'
import { expect, test } from './fixtures.ts'

/** Breaks out of text, attributes and script blocks where one of them is not escaped; short enough for every field. */
const script = '"\'></script><img src onerror=ran=1 class=ran>'
const link = 'javascript:ran=1'

/** Every field of a schema that takes text, with that text in it: a field that is added later is tried without being named here. */
function fill(schema: z.ZodObject, text: string): Record<string, unknown> {
  // A label's key has no = in it.
  const candidates = [text, { [text.replaceAll('=', ' ')]: text }, [text]]
  const filled = Object.entries(schema.shape).flatMap(([field, type]) => {
    const value = candidates.find((candidate) => (type as z.ZodType).safeParse(candidate).success)
    return value === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(filled)
}

async function showsText(page: Page, text: string) {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  expect(await page.locator('.ran').count(), 'an element was made of text').toBe(0)
  expect(await page.locator('[href^="javascript:" i], [src^="javascript:" i]').count(), 'a link was made of text').toBe(0)
  expect(await page.evaluate(() => 'ran' in window), 'text ran').toBe(false)
}

for (const text of [script, link])
  test(`[SEC-5] ${text} in every field of a session is shown as text and does not run`, async ({ lead, agent }) => {
    const fields = fill(RegisterSession, text)
    expect(Object.keys(fields).length).toBeGreaterThan(25)
    const { id } = await agent.register(fields)
    await agent.does(id, 'progress', fill(ReportProgress, text))
    await agent.does(id, 'context-queries', fill(ContextQuery, text))

    await lead.goto(`/?workspace=${encodeURIComponent(text)}&q=${encodeURIComponent(text)}`)
    await expect(lead.locator(`[role=row][data-session-id="${id}"]`)).toBeVisible()
    await showsText(lead, text)
    await lead.keyboard.press('j')
    await lead.keyboard.press('Space')
    await expect(lead.getByTestId('peek')).toContainText(text)
    await showsText(lead, text)

    await lead.goto(`/sessions/${id}`)
    await expect(lead.getByTestId('session')).toContainText(text)
    await showsText(lead, text)
    await lead.getByRole('button', { name: 'Abandon…' }).click()
    await expect(lead.getByRole('dialog')).toBeVisible()
    await showsText(lead, text)
    await lead.keyboard.press('Escape')
    await agent.does(id, 'end', { ...fill(EndSession, text), status: 'abandoned' })
    await expect(lead.getByTestId('verdict')).toContainText(/abandoned/i)
    await showsText(lead, text)
    await lead.reload()
    await expect(lead.getByTestId('session')).toContainText(text)
    await showsText(lead, text)
    await lead.keyboard.press('Control+k')
    await lead.keyboard.type(id)
    await expect(lead.getByRole('option', { name: text }).first()).toBeVisible()
    await showsText(lead, text)
  })

for (const text of [script, link])
  test(`[SEC-5] ${text} as the name of people and tokens, and in the trail, is shown as text and does not run`, async ({ lead, muster, agent }) => {
    const { request } = lead.context()
    const post = async (path: string, data: object) => {
      const answer = await request.post(`/api/v1${path}`, { data, headers: { origin: muster.url } })
      expect(answer.status(), await answer.text()).toBeLessThan(300)
    }
    await post('/people', { name: text, email: uniqueEmail('hostile') })
    await post('/tokens', { name: text, workspace: text, role: 'host', hostId: text })
    const { id } = await agent.register(fill(RegisterSession, text))
    await post(`/sessions/${id}/end`, { ...fill(EndSession, text), status: 'abandoned' })
    for (const path of ['/settings/people', '/settings/tokens', '/settings/workspaces', `/activity?workspace=${encodeURIComponent(text)}&q=${encodeURIComponent(text)}`, '/activity']) {
      await lead.goto(path)
      await showsText(lead, text)
    }
    for (const key of ['j', 'Space']) await lead.keyboard.press(key)
    await expect(lead.getByTestId('peek')).toContainText(text)
    await showsText(lead, text)
    for (const [path, act] of [['/settings/people', 'Remove'], ['/settings/tokens', 'Revoke']] as const) {
      await lead.goto(path)
      await lead.getByRole('button', { name: `${act} ${text}` }).first().click()
      await expect(lead.getByRole('dialog')).toContainText(text)
      await showsText(lead, text)
    }
  })
