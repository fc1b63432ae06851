import { createHash, timingSafeEqual } from 'node:crypto'
import { makeSecret } from '../tokens/secret.ts'

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Of a reservation: shown to its owner once, and kept as a hash. */
export function makeReservationToken() {
  const token = makeSecret()
  return { token, tokenHash: hashOf(token) }
}

/** In constant time (RSV-5), though it compares hashes, which tell nothing of how near a guess was. */
export const isToken = (token: string, tokenHash: string) => timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(tokenHash))
