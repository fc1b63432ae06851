'use client'

import clsx from 'clsx'
import { type Token } from '../../../contract/tokens.ts'
import { useTick } from '../../live/ticker.ts'

export type TokenState = 'works' | 'expired' | 'revoked'

export const tokenStateAt = ({ revokedAt, expiresAt }: Pick<Token, 'revokedAt' | 'expiresAt'>, now: number): TokenState =>
  revokedAt !== null ? 'revoked' : expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'works'

export const useTokenState = (token: Token): TokenState => useTick((now) => tokenStateAt(token, now))

const looks = { works: 'text-alive', expired: 'text-faint', revoked: 'text-dead' } as const
const shapes = {
  works: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  expired: <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.3" />,
  revoked: <path d="m2.2 2.2 7.6 7.6m0-7.6-7.6 7.6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
}

export function TokenMark({ state }: { state: TokenState }) {
  return (
    <span data-state={state} className={clsx('inline-flex items-center gap-1.5 font-medium', looks[state])}>
      <svg viewBox="0 0 12 12" width={11} height={11} aria-hidden className="shrink-0">
        {shapes[state]}
      </svg>
      {state}
    </span>
  )
}
