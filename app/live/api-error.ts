import { ErrorAnswer, type ErrorCode } from '../../contract/errors.ts'

/** What the server refuses has its code; the other two are what only a client can meet. */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unreadable'

export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly hint: string
  readonly status: number
  readonly details: Record<string, unknown>
  readonly retryAfterS: number | null

  constructor(
    code: ApiErrorCode,
    said: { message: string; hint: string; status?: number; details?: Record<string, unknown>; retryAfterS?: number | null },
    options?: ErrorOptions,
  ) {
    super(said.message, options)
    this.name = 'ApiError'
    this.code = code
    this.hint = said.hint
    this.status = said.status ?? 0
    this.details = said.details ?? {}
    this.retryAfterS = said.retryAfterS ?? null
  }
}

export const unreachable = (cause: unknown) =>
  new ApiError(
    'unreachable',
    { message: 'Muster does not answer.', hint: 'Check that it is running and that you are online. We keep trying.' },
    { cause },
  )

export const unreadable = (cause: unknown, status: number) =>
  new ApiError(
    'unreadable',
    {
      message: 'The server answered in a way that this page does not understand.',
      hint: 'The page may be older than the server: load it again.',
      status,
    },
    { cause },
  )

export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = ErrorAnswer.safeParse(body)
  if (!parsed.success) return unreadable(parsed.error, response.status)
  const { code, ...said } = parsed.data.error
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(code, { ...said, status: response.status, retryAfterS: Number.isFinite(seconds) ? seconds : null })
}

/** Of the kind that goes away by itself. */
export const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'unreachable' || error.status >= 500

export const sayError = (error: unknown): { message: string; hint: string } =>
  error instanceof ApiError
    ? { message: error.message, hint: error.hint }
    : { message: 'Something in this page went wrong.', hint: 'Load it again. If it stays, tell us what you did.' }
