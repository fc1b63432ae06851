import { expect, test } from './fixtures.ts'
import { Muster } from './muster.ts'

const password = 'correct horse battery'
const linkIn = (text: string) => /http:\S+\/sign-in\/link#\S+/.exec(text)![0]

test.describe('a new user', () => {
  let muster: Muster
  test.beforeAll(async () => {
    muster = await Muster.start()
  })
  test.afterAll(() => muster.remove())

  test('[SEC-3] comes in by the printed link once, sees the first session without a reload, and finds all after kill -9', async ({ page, browser }) => {
    const link = linkIn(muster.said)
    await page.goto(link)
    await expect(page).toHaveURL(/\/sign-in\/link$/)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button').first().click()
    await expect(page.getByTestId('first-agent')).toBeVisible()

    const again = await (await browser.newContext()).newPage()
    await again.goto(link)
    await expect(again.locator('[data-slot=notice]')).toContainText(/used|older|replaced/i)

    const token = await muster.command('admin', 'token', 'first')
    const answer = await fetch(`${muster.url}/api/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'my first agent' }),
    })
    expect(answer.status).toBe(201)
    await expect(page.getByRole('row').filter({ hasText: 'my first agent' })).toBeVisible()

    await muster.end('SIGKILL')
    await muster.start()
    expect(muster.said).not.toContain('#')
    await expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live', { timeout: 20_000 })
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'my first agent' })).toBeVisible()
  })

  test('[SEC-3] signs in again with the password, and a wrong one is refused without saying which part was wrong', async ({ page }) => {
    await page.goto(`${muster.url}/`)
    await expect(page).toHaveURL(/\/sign-in\?next=/)
    const signIn = async (email: string, secret: string) => {
      await page.getByLabel(/mail/i).fill(email)
      await page.getByLabel(/^Password/).fill(secret)
      await page.getByRole('button', { name: /sign in/i }).click()
    }
    await signIn('admin@muster.local', 'not the password')
    await expect(page.locator('[data-slot=notice]')).toContainText(/do not belong together/)
    await signIn('admin@muster.local', password)
    await expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
    await page.getByRole('button', { name: /sign out/i }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    await page.goto(`${muster.url}/`)
    await expect(page).toHaveURL(/\/sign-in/)
  })

  test('[SEC-3] a lost link is replaced from the command line', async ({ page }) => {
    const link = linkIn(await muster.command('admin', 'link'))
    await page.goto(link)
    await page.getByLabel(/^Password/).fill('another long password')
    await page.getByRole('button').first().click()
    await expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
  })
})
