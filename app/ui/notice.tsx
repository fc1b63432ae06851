import clsx from 'clsx'
import { type ReactNode } from 'react'

const tones = {
  plain: 'border-line bg-panel',
  bad: 'border-dead/40 bg-dead-weak',
  warn: 'border-waiting/40 bg-waiting-weak',
} as const

type NoticeProps = { tone?: keyof typeof tones; title: string; hint?: ReactNode; children?: ReactNode; className?: string }

/** Hints name commands in backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place} className="font-mono">{part}</code> : part))

/** What happened, what to do next, and the means to do it. */
export function Notice({ tone = 'plain', title, hint, children, className }: NoticeProps) {
  return (
    <div
      data-slot="notice"
      role={tone === 'bad' ? 'alert' : 'status'}
      className={clsx('rounded-md border px-3 py-2.5', tones[tone], className)}
    >
      <p className="font-medium">{title}</p>
      {hint !== undefined && <div className="mt-0.5 text-sm text-dim">{typeof hint === 'string' ? withCode(hint) : hint}</div>}
      {children !== undefined && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}
