import { type RegisteredSession, type RegisterSession } from '../../contract/sessions.ts'
import { type Context, transaction } from '../context.ts'
import { chooseWorkspace } from './choose-workspace.ts'
import { generateSessionId } from './generate-session-id.ts'
import { makeSession } from './make-session.ts'

/** Registering reserves nothing, with one exception: without a thread the session gets and holds its own (SES-2). */
export function registerSession(
  ctx: Context,
  input: RegisterSession,
  generateId: () => string = generateSessionId,
): Promise<RegisteredSession> {
  const workspace = chooseWorkspace(ctx, input.workspace)
  return transaction(ctx, (tx) => makeSession(tx, generateId(), { ...input, workspace }))
}
