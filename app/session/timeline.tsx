'use client'

import { useState } from 'react'
import { type TimelineEntry } from '../../contract/timeline.ts'
import { useTick } from '../live/ticker.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { tellEntry } from './say-timeline.ts'
import { StateShape } from './state-mark.tsx'
import { sayBy, sayInstant, sayMoment } from './words.ts'

const shownAtOnce = 12

/** The newest first. today: the day of the reader, so that an older entry says its day too. */
export function Timeline({ entries, most = shownAtOnce }: { entries: readonly TimelineEntry[]; most?: number }) {
  const [all, setAll] = useState(false)
  const today = useTick((now) => new Date(now).toDateString())
  const shown = all ? entries : entries.slice(0, most)
  return (
    <Section title="Timeline">
      {entries.length === 0 ? (
        <p className="text-faint">Nothing has happened yet.</p>
      ) : (
        <ol data-testid="timeline" className="lives">
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} today={today} />
          ))}
        </ol>
      )}
      {shown.length < entries.length && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-2" onClick={() => setAll(true)}>
          Show {entries.length - shown.length} older
        </Button>
      )}
    </Section>
  )
}

function Entry({ entry, today }: { entry: TimelineEntry; today: string }) {
  const { what, about, mark } = tellEntry(entry)
  return (
    <li className="grid grid-cols-[auto_14px_minmax(0,1fr)] items-baseline gap-x-2 text-sm leading-5">
      <time dateTime={entry.at} title={sayInstant(entry.at)} className="min-w-9 font-mono whitespace-nowrap text-faint">
        {sayMoment(entry.at, today)}
      </time>
      <span aria-hidden className="self-center">
        {mark !== null && <StateShape state={mark} size={10} />}
      </span>
      <span className="break-words">
        {what}
        {about !== null && <span className="font-mono break-all text-dim"> {about}</span>}
        {entry.actor !== null && <span className="text-faint"> by {sayBy(entry.actor)}</span>}
      </span>
    </li>
  )
}
