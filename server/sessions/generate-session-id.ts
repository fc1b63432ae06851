import { randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** `agent-` and 12 random bytes in lowercase base32 without padding (GEN-7). */
export function generateSessionId(bytes: Uint8Array = randomBytes(12)): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const digits = bits.match(/.{1,5}/g)!.map((chunk) => alphabet[parseInt(chunk.padEnd(5, '0'), 2)])
  return `agent-${digits.join('')}`
}
