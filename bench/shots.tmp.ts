import { chromium } from '@playwright/test'
import playwright from '../playwright.config.ts'
import { openHouse } from './house.ts'
import { seedFleet } from './seed-fleet.ts'
const count = Number(process.argv[2] ?? 300)
const house = await openHouse()
const person = { email: 'lead@example.test', password: 'a password of twelve' }
const url = await house.start('../server/index.ts', { MUSTER_PAGES: 'on', NODE_ENV: 'production', MUSTER_ADMIN_EMAIL: person.email, MUSTER_ADMIN_PASSWORD: person.password })
await new Promise((r) => setTimeout(r, 8000))
await seedFleet(house.client, { sessions: count, ownerId: house.tokenId })
await house.client`
  insert into fleet_samples (minute, workspace, alive, waiting, stalled, quiet, dead, unknown, cost_micro_usd, tokens)
  select date_trunc('minute', now()) - n * interval '1 minute', 'shop-api', 200 + (10 * sin(n / 5.0))::int, 5 + n % 3, 3 + n % 2, 4, 2, 1, 600000 + n * 900, 150000 + n * 100 from generate_series(1, 60) n`
const browser = await chromium.launch(playwright.use!.launchOptions)
for (const theme of ['dark', 'light'] as const) {
  for (const width of [1440, 390]) {
    const context = await browser.newContext({ baseURL: url, viewport: { width, height: width === 390 ? 844 : 860 }, colorScheme: theme })
    await context.request.post('/api/v1/sign-in', { data: person, headers: { origin: url } })
    const page = await context.newPage()
    await page.goto('/')
    await page.locator('[data-session-id]').nth(2).waitFor()
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/fleet-${count}-${theme}-${width}.png` })
    if (count === 300) {
      if (width === 1440) {
        await page.locator('[role=row][data-session-id]').nth(3).click()
        await page.waitForTimeout(1000)
        await page.screenshot({ path: `/tmp/shots/fleet-peek-${theme}-${width}.png` })
      }
      const id = await page.locator('[role=row][data-session-id]').nth(3).getAttribute('data-session-id')
      for (const [name, path] of [['session', `/sessions/${id}`], ['threads', '/threads']] as const) {
        await page.goto(path)
        await page.waitForTimeout(1500)
        await page.screenshot({ path: `/tmp/shots/${name}-${theme}-${width}.png` })
      }
      await page.locator('a[href^="/threads/"]').first().click().catch(() => {})
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/shots/thread-${theme}-${width}.png` })
    }
    await context.close()
  }
}
await browser.close()
await house.close()
process.exit(0)
