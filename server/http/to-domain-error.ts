import { randomUUID } from 'node:crypto'
import { type Logger } from 'pino'
import { DomainError, type ErrorCode } from '../../contract/errors.ts'
import { isTimeout, isUnreachable } from '../../db/sql-state.ts'

/** Fastify's own refusals, by its codes. */
const byFastifyCode: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body is not application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than 1 MiB.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_input', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['invalid_input', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_input', 'A part of the address is too long.'],
}

/** The one place where any failure becomes one of ours (GEN-6). What is not foreseen is logged under an id and says no more. */
export function toDomainError(error: unknown, log: Logger): DomainError {
  if (error instanceof DomainError) return error
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? byFastifyCode[code] : undefined
  if (known) return new DomainError(...known)
  // Before the database is blamed: a caller who hangs up while sending is an ECONNRESET too.
  if (error instanceof SyntaxError || statusCode === 400) return new DomainError('invalid_input', 'The request can not be read.')
  if (isUnreachable(error)) {
    log.error({ err: error }, 'the database can not be reached')
    return new DomainError('database_unavailable', 'The database can not be reached.')
  }
  if (isTimeout(error)) return new DomainError('try_again', 'It took too long, because others held the same rows.')
  const incident = randomUUID()
  log.error({ err: error, incident }, 'a request failed in a way that nobody foresaw')
  return new DomainError('internal', 'Something went wrong that nobody foresaw.', { incident })
}
