import { type z } from 'zod'
import { type RegisteredSession, RegisterSession, type Session } from '../contract/sessions.ts'
import { type Client } from '../db/client.ts'
import { type Context } from '../server/context.ts'
import { registerSession } from '../server/sessions/register-session.ts'

type Described = z.input<typeof RegisterSession>

/** Registers as an agent would say it, defaults filled in. */
export const register = (ctx: Context, input: Described = {}, generateId?: () => string): Promise<RegisteredSession> =>
  registerSession(ctx, RegisterSession.parse(input), generateId)

export const registered = async (ctx: Context, input: Described = {}): Promise<Session> => (await register(ctx, input)).session

export type ChangeRow = { version: number; body: Session | null }

/** What browsers were told of one session, oldest first. */
export const changesOf = (client: Client, id: string) =>
  client<ChangeRow[]>`select version::float8 as version, body from changes where topic = 'session' and entity = ${id} order by id`

/** Puts the end of an ended session this many milliseconds into the past. */
export const endedAgo = (client: Client, id: string, ms: number) =>
  client`update sessions set completed_at = clock_timestamp() - ${ms} * interval '1 ms' where id = ${id}`
