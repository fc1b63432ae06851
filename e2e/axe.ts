import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'

/** Nothing serious, in either theme; pictures of both stay with the report. */
export async function expectAccessible(page: Page, info: TestInfo, name: string) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const said = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    await info.attach(`${name} ${theme}`, { body: await page.screenshot(), contentType: 'image/png' })
    expect(said, `${name}, ${theme}`).toEqual([])
  }
}
