import { ApiError, sayError } from '../live/api-error.ts'
import { sayDuration } from '../session/words.ts'
import { Notice } from '../ui/notice.tsx'

export function Refusal({ error }: { error: unknown }) {
  const { message, hint } = sayError(error)
  const wait = error instanceof ApiError ? error.retryAfterS : null
  return <Notice tone="bad" title={message} hint={wait === null ? hint : `${hint} That is ${sayDuration(wait * 1000)}.`} />
}
