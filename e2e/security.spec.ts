import { rawRequest } from '../test/raw-request.ts'
import { expect, test } from './fixtures.ts'

const nonceIn = (policy: string) => /script-src 'self' 'nonce-([\w+/=]+)' 'strict-dynamic'/.exec(policy)?.[1]

test('[SEC-5] every page has its own policy with a nonce that all its scripts carry, not-found included', async ({ lead, muster }) => {
  const seen = new Set<string>()
  for (const path of ['/', '/', '/activity', '/settings', '/settings/people', '/api-reference', '/sessions/agent-nobody', '/sign-in', '/sign-in/link', '/there/is/nothing']) {
    const answer = (await lead.goto(path))!
    const headers = answer.headers()
    const policy = headers['content-security-policy']!
    const nonce = nonceIn(policy)!
    expect(seen.has(nonce), 'a nonce is used once').toBe(false)
    seen.add(nonce)
    const host = new URL(muster.url).host
    expect(policy.split('; ').filter((part) => !part.startsWith('script-src'))).toEqual([
      "default-src 'self'", "style-src 'self'", "style-src-attr 'unsafe-inline'", `connect-src 'self' ws://${host} wss://${host}`,
      "img-src 'self' data:", "font-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
    ])
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'cross-origin-opener-policy': 'same-origin' })
    expect(headers['cache-control']).toContain('no-store')
    const html = await answer.text()
    const scripts = html.match(/<script\b[^>]*>/g)!
    expect(scripts.length).toBeGreaterThan(3)
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`)
    expect(html).not.toMatch(/<style|javascript:|\son\w+=/)
  }
})

test('[SEC-5] files that never change are kept, and pages are not', async ({ lead, muster }) => {
  const html = await (await lead.goto('/sign-in'))!.text()
  const [file] = /\/_next\/static\/[^"']+\.js/.exec(html)!
  const { status, headers } = await rawRequest(new URL(muster.url).port, { path: file, headers: { host: new URL(muster.url).host } })
  expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([200, 'public, max-age=31536000, immutable', 'nosniff'])
})

test('[SEC-1] no spelling of a path shows a page to somebody who is not signed in', async ({ muster }) => {
  const { port, host } = new URL(muster.url)
  for (const path of ['/', '/api-reference', '/sign-in/../api-reference', '/sign-in/%2e%2e/api-reference', '/sign-in/..\\api-reference', '/_next/static/../../api-reference', '/sign-inside', '/icon.svg/../sessions/x']) {
    const { status, headers } = await rawRequest(port, { path, headers: { host } })
    expect([status, headers.location], path).toEqual([302, expect.stringMatching(/^\/sign-in\?next=/)])
  }
})

test('[SEC-5] the policy stops what gets into a page all the same, and the watch of these tests sees it', async ({ lead, violations }) => {
  await lead.goto('/sign-in')
  await lead.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="data:,x" onerror="window.ran=true"><iframe srcdoc="<script>parent.ran=true</script>"></iframe>')
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    document.body.append(style)
  })
  await expect.poll(() => violations.map(({ directive }) => directive)).toEqual(expect.arrayContaining(['script-src-attr', 'style-src-elem']))
  await expect(lead.getByRole('button', { name: /sign in/i })).toBeVisible()
  expect(await lead.evaluate(() => 'ran' in window)).toBe(false)
  violations.length = 0
})
