import { z } from 'zod'

/** Every refusal a client can meet. The HTTP status stands here once; the sentence and the details come from the verb. */
export const errorCodes = {
  invalid_input: { status: 400, hint: 'Correct the fields named in details and send it again.' },
  invalid_cursor: { status: 400, hint: 'Leave the cursor out to start from the beginning.' },
  out_of_range: { status: 400, hint: 'Send whole numbers from 0 to 9007199254740991.' },
  not_signed_in: { status: 401, hint: 'Send Authorization: Bearer <token>, or sign in. `npx muster admin token NAME` makes a token.' },
  not_allowed: { status: 403, hint: 'Ask an admin for a role that may, or use a token that was made for it.' },
  not_your_session: { status: 403, hint: 'Use the token that registered the session, or the secret that its registration answered.' },
  not_your_host: { status: 403, hint: 'Use a token that was made for this host: `npx muster admin token NAME --role host --host ID`.' },
  stale_boot: { status: 409, hint: 'Read the boot id again. If it is right, two machines say that they are this host: give one another machine id.' },
  wrong_workspace: { status: 403, hint: 'Register in the workspace that the token is limited to, or ask an admin for another token.' },
  sign_in_failed: { status: 401, hint: 'Check the e-mail address and the password. `npx muster admin link` makes a new sign-in link.' },
  link_spent: { status: 410, hint: 'Make a new one with `npx muster admin link`.' },
  not_found: { status: 404, hint: 'Check the address against /api/openapi.json.' },
  token_not_found: { status: 404, hint: 'List the tokens.' },
  person_not_found: { status: 404, hint: 'List the people.' },
  session_not_found: { status: 404, hint: 'It may have ended long ago. List the sessions, or register a new one.' },
  session_ended: { status: 409, hint: 'Stop working under this session. Register a new one to go on.' },
  session_active: { status: 409, hint: 'End the session first.' },
  thread_not_found: { status: 404, hint: 'List the threads. A thread exists once somebody has reserved it.' },
  reservation_not_found: { status: 404, hint: 'Use the id that reserving answered.' },
  token_mismatch: { status: 403, hint: 'Use the token of this reservation. Its owner gets a new one by reserving again.' },
  reservation_ended: { status: 409, hint: 'Stop writing to this thread. Reserve it again to go on.' },
  stale_generation: { status: 409, hint: 'The thread has had another owner since. Read it again before you decide.' },
  anchor_drift: { status: 409, hint: 'Bring your work to the anchor that the thread has now, then reserve with that one.' },
  not_undoable: { status: 409, hint: 'Details say what stands in the way. Register or reserve anew instead.' },
  changed_meanwhile: { status: 409, hint: 'Look at the preview again and confirm what it says now.' },
  bulk_not_found: { status: 404, hint: 'List the bulk jobs.' },
  last_admin: { status: 409, hint: 'Make somebody else an admin first.' },
  cross_site: { status: 403, hint: 'Send it from a page of this server, or with Authorization: Bearer <token> and no cookie.' },
  wrong_host: { status: 421, hint: 'Use the address in BASE_URL, or name this host in MUSTER_HOSTS and start the server again.' },
  not_set_up: { status: 404, hint: 'Sign in with a password. An admin can set it up: see MUSTER_OIDC_ISSUER in the README.' },
  provider_unavailable: { status: 503, hint: 'Try again in a moment, or sign in with a password. The server log says what is wrong.' },
  idempotency_conflict: { status: 409, hint: 'Use a new Idempotency-Key for a new request, and the same one only to repeat the same.' },
  too_many_requests: { status: 429, hint: 'Wait as long as Retry-After says. Heartbeats and events can be sent in batches.' },
  method_not_allowed: { status: 405, hint: 'See /api/openapi.json for the methods of this address.' },
  body_too_large: { status: 413, hint: 'Send less in one call.' },
  unsupported_media_type: { status: 415, hint: 'Send the body as application/json.' },
  too_many_attempts: { status: 429, hint: 'Wait as long as Retry-After says.' },
  internal: { status: 500, hint: 'Try again. If it stays, look into the server log for the incident in details.' },
  database_unavailable: { status: 503, hint: 'Try again in a moment. If it was a write, read first whether it was done.' },
  try_again: { status: 503, hint: 'Nothing was changed. Send the same request again in a moment.' },
} as const satisfies Record<string, { status: number; hint: string }>

export type ErrorCode = keyof typeof errorCodes

export const ErrorAnswer = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe('What happened, in one sentence.'),
      hint: z.string().describe('What to do next.'),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: 'ErrorAnswer' })
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DomainError'
    this.code = code
    this.details = details
  }
}

export const toErrorAnswer = (error: DomainError): ErrorAnswer => ({
  error: { code: error.code, message: error.message, hint: errorCodes[error.code].hint, details: error.details },
})
