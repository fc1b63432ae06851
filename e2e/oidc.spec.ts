import { freePort } from '../test/free-port.ts'
import { startOidcProvider } from '../test/oidc-provider.ts'
import { expect, test } from './fixtures.ts'
import { Muster } from './muster.ts'

test('[SEC-3] a person signs in at their OpenID provider, and one who may not is told why', async ({ browser }) => {
  test.setTimeout(120_000)
  const port = await freePort()
  const provider = await startOidcProvider([`http://127.0.0.1:${port}`], {
    ada: { email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
    eve: { email: 'eve@other.example', email_verified: true },
  })
  const muster = await Muster.start({
    ...provider.environment, PORT: String(port), MUSTER_OIDC_NAME: 'Sign in with Example', MUSTER_OIDC_ALLOWED_DOMAINS: 'example.org',
  })
  try {
    const context = await browser.newContext({ baseURL: muster.url })
    const page = await context.newPage()
    const signInAs = async (name: string) => {
      await page.getByRole('button', { name: 'Sign in with Example' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await page.goto('/api-reference')
    await signInAs('eve')
    await expect(page.locator('[data-slot=notice]')).toContainText('Addresses of your domain can not sign in this way')
    await expect(page).toHaveURL(`${muster.url}/sign-in?refused=domain_not_allowed`)

    await context.clearCookies()
    await page.goto('/api-reference')
    await signInAs('ada')
    await expect(page).toHaveURL(`${muster.url}/api-reference`)
    await expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'live')
    const me = (await (await context.request.get('/api/v1/me')).json()) as object
    expect(me).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.org', role: 'viewer' })

    await context.clearCookies()
    await page.goto('/sign-in?refused=<script>ran=1</script>')
    await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible()
    await expect(page.locator('[data-slot=notice]')).toHaveCount(0)
    await context.close()
  } finally {
    await muster.remove()
    await provider.stop()
  }
})
