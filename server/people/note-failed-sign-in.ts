import { recordAudit } from '../audit/record-audit.ts'
import { type Context, transaction } from '../context.ts'
import { addressKey } from './address-key.ts'
import { countAttempt } from './count-attempt.ts'
import { type Door } from './door.ts'
import { findPerson } from './find-person.ts'

/** Per person, over all addresses: what is tried more often than this says nothing new, and the trail is never cut. */
const notedRule = { window: 60, max: 20 }

type Failed = { email?: string; how: 'password' | 'oidc'; reason?: string }

/**
 * For somebody known: that it was tried. What was typed for nobody is kept in no form, because people type their password
 * into the wrong field.
 */
export async function noteFailedSignIn(ctx: Context, { email, how, reason }: Failed, { request }: Pick<Door, 'request'>): Promise<void> {
  const person = email === undefined ? null : await findPerson(ctx, { email })
  const { allowed } = await countAttempt(ctx, `audit|sign-in failed|${person?.id ?? 'nobody known'}`, notedRule)
  if (!allowed) return
  await transaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'person.sign_in_failed',
      target: { kind: 'person', id: person?.id ?? 'unknown', name: person?.name ?? null },
      reason,
      after: { with: how, address: addressKey(request.address) },
    }),
  )
}
