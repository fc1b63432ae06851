import { DomainError, errorCodes } from '../../contract/errors.ts'
import { isUnreachable } from '../../db/sql-state.ts'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { type Context, systemActor } from '../context.ts'
import { makeToken } from '../tokens/make-token.ts'
import { adminLink } from './admin-link.ts'
import { backupCommand } from './backup-command.ts'
import { findBaseUrl } from './find-base-url.ts'
import { openDatabase } from './open-database.ts'
import { parseCommand, type Command } from './parse-command.ts'
import { restoreCommand } from './restore-command.ts'
import { type Terminal } from './terminal.ts'
import { AdminError, usage, UsageError } from './usage.ts'

/** The secret alone on standard output, so that it can be piped; words, and what went wrong, on the other. */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  try {
    const command = parseCommand(args)
    if (command.verb === 'help') terminal.out(usage)
    else if (command.verb === 'backup') await backupCommand(command, readConfig(terminal.env), terminal)
    else if (command.verb === 'restore') await restoreCommand(command, readConfig(terminal.env), terminal)
    else await runOnDatabase(command, readConfig(terminal.env), terminal)
    return 0
  } catch (error) {
    return explain(error, terminal)
  }
}

async function runOnDatabase(command: Extract<Command, { verb: 'link' | 'token' }>, config: Config, { out, err }: Terminal) {
  const { db, close } = await openDatabase(config)
  try {
    const actor = systemActor('command-line', 'command line')
    const ctx: Context = { db, actor, settings: config.settings, hint: () => {} }
    if (command.verb === 'link') {
      const { url, person } = await adminLink(ctx, { email: command.email, baseUrl: await findBaseUrl(config) })
      out(url)
      err(`For ${person.email}. It works once, for 24 hours; the link before it no longer works.`)
    } else {
      const { token, secret } = await makeToken(ctx, command.token)
      out(secret)
      err(`Token "${token.name}" (${token.role}), ${token.expiresAt ? `good until ${token.expiresAt}` : 'without an end'}. It is not shown again.`)
    }
  } finally {
    await close()
  }
}

function explain(error: unknown, { err }: Terminal): number {
  if (error instanceof UsageError) {
    err(`${error.message}\n\n${usage}`)
    return 2
  }
  if (!(error instanceof Error)) throw error
  err(isAway(error) ? 'The database can not be reached.' : error.message)
  const hint = hintOf(error)
  if (hint) err(hint)
  return 1
}

/** A file that is not there has the same code as a socket that is not there; what we explained ourselves is no mystery. */
const isAway = (error: Error) => !(error instanceof AdminError) && isUnreachable(error)

function hintOf(error: Error): string | undefined {
  if (error instanceof ConfigError) return 'Correct these environment variables.'
  if (error instanceof DomainError) return errorCodes[error.code].hint
  if (isAway(error)) return 'Check DATABASE_URL and whether that server runs, or leave it out to use the embedded one.'
  return 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined
}
