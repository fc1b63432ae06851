import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parseDuration } from './parse-duration.ts'
import { UsageError } from './usage.ts'

export type Command =
  | { verb: 'help' }
  | { verb: 'link'; email?: string }
  | { verb: 'token'; name: string; expiresInMs?: number }
  | { verb: 'backup'; file?: string }
  | { verb: 'restore'; file: string; replace: boolean }

const TokenName = z.string().trim().min(1, 'A token needs a name.').max(100, 'A name has at most 100 characters.')

export function parseCommand(args: string[]): Command {
  const { values, positionals } = readArgs(args)
  if (values.help || args.length === 0) return { verb: 'help' }
  const [group, verb, ...rest] = positionals
  const { email, expires, replace = false, 'into-empty': intoEmpty = false } = values
  const plain = email === undefined && expires === undefined
  if (group === 'backup' && rest.length === 0 && plain && !replace && !intoEmpty) return { verb: 'backup', file: verb }
  if (group === 'restore' && verb !== undefined && rest.length === 0 && plain && !(replace && intoEmpty))
    return { verb: 'restore', file: verb, replace }
  if (replace || intoEmpty) throw new UsageError('--replace and --into-empty are for "muster restore FILE", one of them.')
  if (group === 'admin' && verb === 'link' && rest.length === 0 && expires === undefined)
    return { verb: 'link', email: email === undefined ? undefined : check(z.email('That is not an e-mail address.'), email) }
  if (group === 'admin' && verb === 'token' && rest.length <= 1 && email === undefined) {
    const name = check(TokenName, rest[0] ?? '')
    return { verb: 'token', name, expiresInMs: expires === undefined ? undefined : parseDuration(expires) }
  }
  throw new UsageError(`There is no command "muster ${args.join(' ')}".`)
}

function readArgs(args: string[]) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    email: { type: 'string' },
    expires: { type: 'string' },
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
