import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type MakeToken } from '../../contract/tokens.ts'
import { parseToken } from './parse-token.ts'
import { UsageError } from './usage.ts'

export type Command =
  | { verb: 'help' }
  | { verb: 'link'; email?: string }
  | { verb: 'token'; token: MakeToken }
  | { verb: 'backup'; file?: string }
  | { verb: 'restore'; file: string; replace: boolean }

export function parseCommand(args: string[]): Command {
  const { values, positionals } = readArgs(args)
  if (values.help || args.length === 0) return { verb: 'help' }
  const [group, verb, ...rest] = positionals
  const { email, replace = false, 'into-empty': intoEmpty = false, help: _, ...flags } = values
  const unflagged = Object.keys(flags).length === 0
  const plain = email === undefined && unflagged
  if (group === 'backup' && rest.length === 0 && plain && !replace && !intoEmpty) return { verb: 'backup', file: verb }
  if (group === 'restore' && verb !== undefined && rest.length === 0 && plain && !(replace && intoEmpty))
    return { verb: 'restore', file: verb, replace }
  if (replace || intoEmpty) throw new UsageError('--replace and --into-empty are for "muster restore FILE", one of them.')
  if (group === 'admin' && verb === 'link' && rest.length === 0 && unflagged)
    return { verb: 'link', email: email === undefined ? undefined : check(z.email('That is not an e-mail address.'), email) }
  if (group === 'admin' && verb === 'token' && rest.length <= 1 && email === undefined)
    return { verb: 'token', token: parseToken(rest[0], flags) }
  throw new UsageError(`There is no command "muster ${args.join(' ')}".`)
}

function readArgs(args: string[]) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    email: { type: 'string' },
    expires: { type: 'string' },
    role: { type: 'string' },
    workspace: { type: 'string' },
    host: { type: 'string' },
    replace: { type: 'boolean' },
    'into-empty': { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function check<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new UsageError(parsed.error.issues[0]!.message)
  return parsed.data
}
