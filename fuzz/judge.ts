import { ErrorAnswer, errorCodes } from '../contract/errors.ts'
import { bytesOf, type FuzzRequest } from './request.ts'
import { type FuzzAnswer } from './send.ts'

export type FindingKind =
  | 'no answer' | 'server error' | 'odd status' | 'not the error shape' | 'wrong code' | 'leak'
  | 'taken though wrong' | 'wrote though refused' | 'no ack'
  | 'process ended' | 'memory' | 'blocked' | 'never done'
export type Verdict = { kind: FindingKind; what: string }

/** What only the inside of the server knows. A match that the request itself held is an echo and no leak. */
const insides: readonly RegExp[] = [
  /\bat (async )?[\w.<>[\] ]*\(?(file:|node:|\/)[^\s)]+:\d+/,
  /node_modules|\.tsx?:\d+|node:internal|[a-z]:\\\\/i,
  /FST_ERR\w*|ERR_[A-Z_]{4,}|PostgresError|DrizzleQueryError|ZodError|APIError|TypeError|RangeError|ReferenceError/,
  /\b(select|insert into|update|delete from)\b.{0,80}\b(from|values|set|where|returning)\b/is,
  /violates .{0,40}constraint|relation "|column "|syntax error at|invalid byte sequence|invalid input syntax|Failed query/i,
  /postgres(ql)?:\/\/|127\.0\.0\.1:5\d{3}|ECONNREFUSED|password_hash|token_hash|secret_hash/,
]
const bearerSecret = /ms[ts]_[\w-]{40,}/

/** One answer by itself. What a batch did to the rows is judged in state.ts, and what it did to the process in run-fuzz.ts. */
export function judge(request: FuzzRequest, answer: FuzzAnswer | null | 'silent', secrets: readonly string[]): Verdict | null {
  if (answer === null || answer === 'silent') return { kind: 'no answer', what: answer ?? 'the connection was closed' }
  const { status, text } = answer
  if (status >= 500) return { kind: 'server error', what: `${status} ${text.slice(0, 300)}` }
  if (status < 200 || (status >= 300 && status < 400 && !(request.mayRedirect && isHere(answer)))) return { kind: 'odd status', what: String(status) }
  const leak = leakIn(request, answer, secrets)
  if (leak) return { kind: 'leak', what: leak }
  if (status < 400) return request.mustRefuse ? { kind: 'taken though wrong', what: `${status} ${text.slice(0, 200)}` } : null
  return request.method === 'HEAD' ? null : judgeRefusal(request, answer)
}

/** Leads to a page of this server, whatever the request said. */
const isHere = ({ status, headers }: FuzzAnswer) => status === 302 && /^\/(?![/\\])/.test(headers.location ?? '')

function judgeRefusal(request: FuzzRequest, { status, headers, text }: FuzzAnswer): Verdict | null {
  const shape = (what: string): Verdict => ({ kind: 'not the error shape', what: `${what}: ${status} ${text.slice(0, 300)}` })
  if (!headers['content-type']?.startsWith('application/json')) return shape(`content type ${headers['content-type']}`)
  let parsed
  try {
    parsed = ErrorAnswer.strict().safeParse(JSON.parse(text))
  } catch {
    return shape('not JSON')
  }
  if (!parsed.success) return shape(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join())
  const { code, hint, message } = parsed.data.error
  if (errorCodes[code].status !== status) return shape(`${code} under another status`)
  if (hint !== errorCodes[code].hint || message.length < 10) return shape('no hint or sentence')
  if (status === 429 && !Number(headers['retry-after'])) return shape('429 without Retry-After')
  return request.codes && !request.codes.includes(code)
    ? { kind: 'wrong code', what: `${code} instead of ${request.codes.join(' or ')}: ${message.slice(0, 200)}` }
    : null
}

function leakIn(request: FuzzRequest, { status, text }: FuzzAnswer, secrets: readonly string[]): string | null {
  const secret = secrets.find((one) => text.includes(one))
  if (secret) return 'a secret of the run'
  const patterns = status >= 400 ? [...insides, bearerSecret] : request.method === 'GET' ? [bearerSecret] : []
  const sent = bytesOf(request).toString('utf8')
  const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined && !sent.includes(match))
  return found === undefined ? null : found.slice(0, 200)
}
