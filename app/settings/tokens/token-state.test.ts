import { expect, test } from 'vitest'
import { tokenStateAt } from './token-state.tsx'

const at = Date.UTC(2026, 0, 1)
const iso = (ms: number) => new Date(at + ms).toISOString()

test.each([
  [{ revokedAt: null, expiresAt: null }, 'works'],
  [{ revokedAt: null, expiresAt: iso(1) }, 'works'],
  [{ revokedAt: null, expiresAt: iso(0) }, 'expired'],
  [{ revokedAt: iso(-5), expiresAt: iso(9) }, 'revoked'],
  [{ revokedAt: iso(-5), expiresAt: iso(-9) }, 'revoked'],
])('%o %s', (token, state) => expect(tokenStateAt(token, at)).toBe(state))
