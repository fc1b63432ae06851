import { randomUUID } from 'node:crypto'
import { makeSignature } from 'better-auth/crypto'
import { type PersonRole } from '../contract/roles.ts'
import { people, signIns } from '../db/schema/people.ts'
import { type Actor, type Context } from '../server/context.ts'
import { loadSecret } from '../server/people/load-secret.ts'
import { hashSecret, makeSecret } from '../server/tokens/secret.ts'

export type SignedIn = { actor: Actor; cookie: string }

/** A person who is signed in, with the cookie that their browser would send; past the limit on sign-ins, which is per address. */
export async function signedIn({ db }: Pick<Context, 'db'>, role: PersonRole, name: string = role): Promise<SignedIn> {
  const id = randomUUID()
  const email = `${id}@example.test`
  await db.insert(people).values({ id, name, email, role })
  return { actor: { kind: 'person', id, name, email, role, workspace: null }, cookie: await signInAgain({ db }, id) }
}

/** One more sign-in of the same person, as from another browser. */
export async function signInAgain({ db }: Pick<Context, 'db'>, personId: string): Promise<string> {
  const token = makeSecret()
  const [now, later] = [new Date(), new Date(Date.now() + 86_400_000)]
  await db.insert(signIns).values({ id: randomUUID(), userId: personId, token: hashSecret(token), expiresAt: later, createdAt: now, updatedAt: now })
  const signature = await makeSignature(token, await loadSecret(db))
  return `muster.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
