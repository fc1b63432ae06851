'use client'

import Link from 'next/link'
import { type Tenure } from '../../contract/threads.ts'
import { useTick } from '../live/ticker.ts'
import { Age } from '../session/age.tsx'
import { StateMark } from '../session/state-mark.tsx'
import { sayBy, sayInstant, sayMoment } from '../session/words.ts'
import { Cell, DataTable, Row } from '../ui/data-table.tsx'

const columns = [
  { name: 'Gen' },
  { name: 'Owner' },
  { name: 'From' },
  { name: 'Had it for', look: 'text-right' },
  { name: 'How it ended' },
  { name: 'Refused', look: 'text-right' },
  { name: 'Built on', look: 'max-lg:hidden' },
] as const

/** Who had it, newest first. It outlives the sessions that it speaks of. */
export function OwnerTable({ history }: { history: readonly Tenure[] }) {
  const today = useTick((now) => new Date(now).toDateString())
  if (history.length === 0) return null
  return (
    <DataTable label="Owners, newest first" columns={columns}>
      {history.map(({ id, generation, sessionId, name, reservedAt, releasedAt, releasedAs, releasedBy, releaseReason, refused, anchor }) => (
        <Row key={id} data-generation={generation} className="lives">
          <Cell className="font-mono text-sm text-dim">#{generation}</Cell>
          <Cell className="max-w-52 truncate max-md:max-w-32">
            <Link href={`/sessions/${sessionId}`} prefetch={false} className="hover:underline">
              {name}
            </Link>
          </Cell>
          <Cell className="whitespace-nowrap text-dim">
            <time dateTime={reservedAt} title={sayInstant(reservedAt)}>
              {sayMoment(reservedAt, today, true)}
            </time>
          </Cell>
          <Cell className="text-right whitespace-nowrap text-dim">
            <Age since={reservedAt} until={releasedAt} />
          </Cell>
          <Cell className="min-w-40">
            {releasedAs === null ? (
              <span className="text-dim">has it now</span>
            ) : (
              <>
                <StateMark state={releasedAs} />
                <span className="text-sm break-words text-dim">
                  {releasedBy !== null && ` by ${sayBy(releasedBy)}`}
                  {releaseReason !== null && releaseReason !== '' && `: ${releaseReason}`}
                </span>
              </>
            )}
          </Cell>
          <Cell className="text-right text-dim">{refused}</Cell>
          <Cell className="max-w-40 truncate font-mono text-sm text-dim max-lg:hidden">{anchor ?? '—'}</Cell>
        </Row>
      ))}
    </DataTable>
  )
}
