import { StateMark } from '../session/state-mark.tsx'
import { type ThreadState } from './owner-state.ts'

/** A thread without an owner is an open ring: nobody is there, and that is no state of anybody. */
export function ThreadMark({ state }: { state: ThreadState }) {
  if (state !== 'free') return <StateMark state={state} />
  return (
    <span data-slot="state" data-state="free" className="inline-flex items-center gap-1.5 text-dim">
      <svg viewBox="0 0 12 12" width={11} height={11} aria-hidden className="shrink-0 text-faint">
        <rect x="2" y="2" width="8" height="8" rx="2" fill="none" stroke="currentColor" strokeWidth="1.2" />
      </svg>
      free
    </span>
  )
}
