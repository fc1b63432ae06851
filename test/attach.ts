import { type z } from 'zod'
import { type AttachedSession, AttachSession } from '../contract/sessions.ts'
import { type Context } from '../server/context.ts'
import { attachSession } from '../server/sessions/attach-session.ts'

/** Attaches as an agent would say it. */
export const attach = (ctx: Context, input: z.input<typeof AttachSession>): Promise<AttachedSession> => attachSession(ctx, AttachSession.parse(input))
