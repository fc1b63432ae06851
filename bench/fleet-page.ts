import { chromium, type Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import playwright from '../playwright.config.ts'
import { type House, openHouse, percentiles, publish, seedActive } from './house.ts'
import { RawHttp } from './raw-http.ts'

const configuration = { sessions: 10_000, changesPerSecond: 200, seconds: 20, loads: 5, fsync: 'on', servers: 1 }
const person = { email: 'bench@example.test', password: 'a password of the bench' }

/** UI-2: how soon a page of 10,000 active sessions can be used, and whether it stays smooth while 200 rows a second change. */
export async function fleetPage() {
  const { sessions, changesPerSecond, seconds, loads } = configuration
  const house = await openHouse()
  const browser = await chromium.launch(playwright.use!.launchOptions)
  try {
    await seedActive(house, sessions)
    const url = await house.start('../server/index.ts', {
      MUSTER_PAGES: 'on', NODE_ENV: 'production', MUSTER_ADMIN_EMAIL: person.email, MUSTER_ADMIN_PASSWORD: person.password,
    })
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    await context.request.post('/api/v1/sign-in', { data: person, headers: { origin: url } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const tasks: number[] = []
      Object.assign(window, { longTasks: tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
    })

    const usable: number[] = []
    const whileLoading: number[] = []
    for (let n = 0; n < loads + 1; n++) {
      const began = performance.now()
      await page.goto('/')
      await page.locator('[data-session-id]').nth(20).waitFor()
      await page.keyboard.press('j')
      await page.locator('[data-chosen]').first().waitFor()
      // The first one fills the caches of server and browser.
      if (n > 0) usable.push(performance.now() - began)
      await sleep(500)
      if (n > 0) whileLoading.push(...(await longTasks(page)))
    }

    const changing = change(house, url, changesPerSecond, seconds)
    await sleep(1_000)
    await longTasks(page)
    for (let at = 0; at < (seconds - 3) * 10; at++) {
      await page.mouse.wheel(0, at % 40 < 20 ? 600 : -600)
      await sleep(100)
    }
    const whileChanging = await longTasks(page)
    const changes = await changing
    const ms = percentiles(usable)
    const [loading, busy] = [Math.max(0, ...whileLoading), Math.max(0, ...whileChanging)]
    publish('fleet-page', configuration, [
      { what: 'usable after, median of loads', value: `${Math.round(ms.p50)} ms`, target: '< 1,500 ms', met: ms.p50 < 1_500 },
      { what: 'longest task while loading', value: `${Math.round(loading)} ms` },
      { what: 'rows changed meanwhile', value: `${Math.round(changes / seconds)}/s` },
      { what: 'longest task while scrolling and changing', value: `${Math.round(busy)} ms`, target: '≤ 100 ms', met: busy <= 100 },
    ], { usable: ms, whileLoading, whileChanging })
  } finally {
    await browser.close()
    await house.close()
  }
}

/** Takes what was observed since the last look. */
const longTasks = (page: Page) => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0))

async function change(house: House, url: string, perSecond: number, seconds: number): Promise<number> {
  const free = await Promise.all(Array.from({ length: 16 }, () => RawHttp.open(url, house.token)))
  let done = 0
  const began = performance.now()
  for (let sent = 0; sent < perSecond * seconds; ) {
    const due = Math.min(((performance.now() - began) / 1000) * perSecond, perSecond * seconds)
    for (; sent < due && free.length > 0; sent++) {
      const line = free.pop()!
      const id = `bench-${((sent * 7919) % configuration.sessions) + 1}`
      void line.post(`/sessions/${id}/progress`, { activity: `step ${sent}` }).then(({ status }) => {
        done += status === 200 ? 1 : 0
        free.push(line)
      })
    }
    await sleep(5)
  }
  return done
}
