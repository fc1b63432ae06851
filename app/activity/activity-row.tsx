'use client'

import clsx from 'clsx'
import { memo } from 'react'
import { type AuditEntry } from '../../contract/audit.ts'
import { useTick } from '../live/ticker.ts'
import { sayInstant } from '../session/words.ts'
import { Act } from './act.tsx'
import { gridLook, narrow } from './columns.ts'
import { Who } from './who.tsx'
import { sayAct, sayActor, sayChange, sayWhen } from './words.ts'

type RowProps = {
  entry: AuditEntry
  place: number
  top: number
  chosen: boolean
  /** The feed brought it a moment ago, as opposed to: it was scrolled into view. */
  fresh: boolean
  href: string | null
  onPeek: (id: number) => void
  onOpen: (href: string) => void
}

export const rowId = (id: number) => `audit-${id}`

const sayLine = (entry: AuditEntry) => {
  const { verb, object, rest } = sayAct(entry)
  return [sayActor(entry), verb, object, rest].filter(Boolean).join(' ')
}

export const ActivityRow = memo(function ActivityRow({ entry, place, top, chosen, fresh, href, onPeek, onOpen }: RowProps) {
  const change = sayChange(entry)
  const when = useTick((now) => sayWhen(entry.at, new Date(now)))
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list's own keys do the same for the chosen row
    <div
      role="row"
      id={rowId(entry.id)}
      aria-rowindex={place + 2}
      aria-selected={chosen}
      data-audit-id={entry.id}
      data-action={entry.action}
      onClick={() => onPeek(entry.id)}
      style={{ transform: `translateY(${top}px)` }}
      className={clsx(
        gridLook,
        'lives absolute inset-x-0 top-0 h-[30px] cursor-default border-b border-line',
        chosen ? 'bg-accent-weak' : 'hover:bg-raise',
      )}
    >
      {fresh && <span aria-hidden className="pulse-once pointer-events-none absolute inset-0" />}
      <span role="gridcell" className="truncate text-dim max-md:text-sm">
        <time dateTime={entry.at} title={sayInstant(entry.at)}>
          {when}
        </time>
      </span>
      <span role="gridcell" className="min-w-0">
        <Who entry={entry} />
      </span>
      <span role="gridcell" className="truncate" title={sayLine(entry)}>
        <Act entry={entry} href={href} onOpen={onOpen} />
      </span>
      <span role="gridcell" className="truncate text-dim max-md:hidden" title={entry.reason ?? undefined}>
        {entry.reason ?? '—'}
      </span>
      <span role="gridcell" className={clsx('truncate font-mono text-sm text-dim', narrow)} title={change}>
        {change || '—'}
      </span>
      <span role="gridcell" className={clsx('truncate text-dim', narrow)} title={entry.workspace ?? undefined}>
        {entry.workspace ?? '—'}
      </span>
    </div>
  )
})
