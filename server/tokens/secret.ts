import { createHash, randomBytes } from 'node:crypto'

/** What a bearer secret begins with says which table knows it. */
export const tokenPrefix = 'mst_'
export const sessionPrefix = 'mss_'

/** 256 bits from the system's generator: a plain SHA-256 of it can't be guessed back, so no slow hash is needed. */
export const makeSecret = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')
