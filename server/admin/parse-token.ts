import { MakeToken } from '../../contract/tokens.ts'
import { parseDuration } from './parse-duration.ts'
import { UsageError } from './usage.ts'

export type TokenFlags = { expires?: string; role?: string; workspace?: string; host?: string }

/** What `muster admin token NAME` asks for, held against the same schema as a call of the API. */
export function parseToken(name: string | undefined, { expires, role, workspace, host }: TokenFlags): MakeToken {
  if (!name?.trim()) throw new UsageError('A token needs a name.')
  const parsed = MakeToken.safeParse({
    name: name.trim(),
    role: role ?? (host === undefined ? 'agent' : 'host'),
    workspace,
    hostId: host,
    expiresInMs: expires === undefined ? undefined : parseDuration(expires),
  })
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new UsageError(`${path.join('.')}: ${message}.`)
}
