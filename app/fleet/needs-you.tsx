'use client'

import clsx from 'clsx'
import { useState } from 'react'
import { type Session, type SessionFilter } from '../../contract/sessions.ts'
import { AbandonDialog } from '../actions/abandon-dialog.tsx'
import { sayError } from '../live/api-error.ts'
import { useConnection } from '../live/live-room.tsx'
import { useMay } from '../live/me.ts'
import { useNeedsYou } from '../live/needs-you.ts'
import { useWaitedFor } from '../live/waited-for.ts'
import { sayCount } from '../session/words.ts'
import { Button } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { chooseNeeds } from './choose-needs.ts'
import { NeedsRow } from './needs-row.tsx'
import { NotifyButton } from './notify-button.tsx'

const shownMost = { wide: 4, narrow: 2, open: 50 }
const none: Session[] = []

type NeedsYouProps = { filter: SessionFilter; chosen: string | null; onPeek: (id: string) => void; onAll: () => void }

/** On top of the fleet: who can't go on without a person, or that there is nobody. */
export function NeedsYou({ filter, chosen, onPeek, onAll }: NeedsYouProps) {
  const { list, count } = useNeedsYou(filter.workspace)
  const narrow = useMedia('(max-width: 767px)')
  const [open, setOpen] = useState(false)
  const mayAbandon = useMay('abandonSession')
  const [abandoning, setAbandoning] = useState<Session | null>(null)
  const live = useConnection().state === 'live'
  const rows = list.data?.rows ?? none
  const shown = chooseNeeds(rows, open ? shownMost.open : narrow ? shownMost.narrow : shownMost.wide)
  const waitedFor = useWaitedFor(shown.length > 0)
  const more = (count?.count ?? 0) - shown.length
  return (
    <section aria-labelledby="needs-you" data-testid="needs-you" data-count={count?.count} className="shrink-0 border-b border-line px-4 py-2 max-md:px-2">
      <div className="flex h-6 items-center gap-2">
        <h2 id="needs-you" className="text-sm font-semibold">
          Needs you <span className="lives ml-1 font-normal text-faint">{count === undefined ? '' : sayCount(count)}</span>
        </h2>
        <p role="status" className="min-w-0 flex-1 truncate text-sm text-dim">
          {list.error !== null
            ? sayError(list.error).message
            : count?.count === 0 && (live ? 'Nobody: no agent waits, is stalled, or died with a thread in its hands.' : 'Nobody, as far as we know.')}
        </p>
        {more > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)} className={open ? 'hidden' : ''}>
            and {more.toLocaleString('en-US')}
            {count?.capped ? '+' : ''} more
          </Button>
        )}
        {open && (
          <>
            <Button size="sm" variant="ghost" onClick={onAll}>
              All in the table
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
              Fewer
            </Button>
          </>
        )}
        <NotifyButton />
      </div>
      {shown.length > 0 && (
        <ul className={clsx('lives', open && 'max-h-[38vh] overflow-y-auto')}>
          {shown.map((session) => (
            <NeedsRow key={session.id} session={session} waiting={waitedFor.get(session.id) ?? 0} chosen={session.id === chosen} mayAbandon={mayAbandon} onPeek={onPeek} onAbandon={setAbandoning} />
          ))}
        </ul>
      )}
      <AbandonDialog id={abandoning?.id ?? ''} name={abandoning?.name ?? ''} open={abandoning !== null} onClose={() => setAbandoning(null)} />
    </section>
  )
}
