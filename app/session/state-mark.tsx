import clsx from 'clsx'
import { type LiveState, type SessionState, toneOf, toneText } from './state.ts'

const shapes: Record<LiveState | 'complete' | 'merged' | 'abandoned', React.ReactNode> = {
  alive: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  waiting: <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" fill="currentColor" />,
  stalled: <path d="M6 1.5 11 10.5H1Z" fill="currentColor" />,
  quiet: (
    <>
      <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M6 2.2a3.8 3.8 0 0 1 0 7.6Z" fill="currentColor" />
    </>
  ),
  dead: <path d="m2.2 2.2 7.6 7.6m0-7.6-7.6 7.6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
  unknown: <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.3" strokeDasharray="2 1.6" />,
  complete: <path d="m1.8 6.4 2.8 2.8 5.6-6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
  merged: <path d="M3 1.5v9M3 3c0 3 1.5 4 6 4M7 5l2 2-2 2" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  abandoned: <path d="M2.5 6h7" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
}

export function StateShape({ state, size = 12 }: { state: SessionState; size?: number }) {
  return (
    <svg viewBox="0 0 12 12" width={size} height={size} aria-hidden className={clsx('shrink-0', toneText[toneOf(state)])}>
      {shapes[state]}
    </svg>
  )
}

/** Never colour alone: the shape, the word and the colour say the same. */
export function StateMark({ state }: { state: SessionState }) {
  return (
    <span data-slot="state" data-state={state} className={clsx('inline-flex items-center gap-1.5 font-medium', toneText[toneOf(state)])}>
      <StateShape state={state} size={11} />
      {state}
    </span>
  )
}
