import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'

async function expectNothingGrave(builder: AxeBuilder, page: Page, info: TestInfo, name: string) {
  const { violations } = await builder.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const said = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
  expect(said, name).toEqual([])
}

/** Nothing serious, in both themes. Only colours differ between them, so the second time only colours are looked at. */
export async function expectAccessible(page: Page, info: TestInfo, name: string) {
  const use = (theme: string) => page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await use('dark')
  await expectNothingGrave(new AxeBuilder({ page }), page, info, `${name} dark`)
  await use('light')
  await expectNothingGrave(new AxeBuilder({ page }).withRules('color-contrast'), page, info, `${name} light`)
}

/** On a phone things move and hide, but keep their colours. */
export async function expectAccessibleOnPhone(page: Page, info: TestInfo, name: string) {
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingGrave(new AxeBuilder({ page }).disableRules('color-contrast'), page, info, `${name} on a phone`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is wider than a phone`).toBeLessThanOrEqual(390)
}
