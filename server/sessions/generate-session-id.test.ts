import { expect, test } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import { generateSessionId } from './generate-session-id.ts'

test('[GEN-7] agent- and 12 bytes in lowercase base32 without padding', () => {
  expect(generateSessionId(Buffer.from('foobar foo!?'))).toBe('agent-mzxw6ytboiqgm33pee7q')
  expect(generateSessionId(new Uint8Array(12))).toBe('agent-aaaaaaaaaaaaaaaaaaaa')
  expect(generateSessionId(new Uint8Array(12).fill(255))).toBe('agent-7777777777777777777q')
})

test('[GEN-7] generated ids are valid ids, and no two of many are the same', () => {
  const ids = Array.from({ length: 10_000 }, () => generateSessionId())
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^agent-[a-z2-7]{20}$/)
  expect(SessionId.safeParse(ids[0]).success).toBe(true)
})
