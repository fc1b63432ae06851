import { hashSecret } from '../tokens/secret.ts'

const most = 10_000

/**
 * Which sign-in a cookie names, once better-auth has verified its signature, which takes milliseconds. Not whether that
 * sign-in still holds: the database is asked for that every time. So nothing here can become false.
 */
export class KnownCookies {
  readonly #signIns = new Map<string, string>()

  signInOf(cookie: string): string | undefined {
    return this.#signIns.get(hashSecret(cookie))
  }

  remember(cookie: string, signInHash: string) {
    this.#signIns.set(hashSecret(cookie), signInHash)
    if (this.#signIns.size > most) this.#signIns.delete(this.#signIns.keys().next().value!)
  }

  forget(cookie: string) {
    this.#signIns.delete(hashSecret(cookie))
  }
}
