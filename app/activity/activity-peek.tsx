'use client'

import { X } from 'lucide-react'
import Link from 'next/link'
import { type AuditEntry } from '../../contract/audit.ts'
import { useMe } from '../live/me.ts'
import { sayInstant } from '../session/words.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Section } from '../ui/section.tsx'
import { type Term } from './filter-terms.ts'
import { targetLink } from './target-link.ts'
import { changesOf, sayAct, sayActor, sayFact } from './words.ts'

type PeekProps = { entry: AuditEntry; gone: ReadonlySet<string>; onOnly: (term: Term) => void; onClose: () => void }

/** One line of the trail, whole, beside the list, which stays where it is. */
export function ActivityPeek({ entry, gone, onOnly, onClose }: PeekProps) {
  const role = useMe().data?.role ?? null
  const { verb, object, rest } = sayAct(entry)
  const href = targetLink(entry, role, gone)
  const changes = changesOf(entry)
  return (
    <aside
      aria-label="Peek"
      data-testid="peek"
      className="flex w-[348px] shrink-0 flex-col border-l border-line bg-panel max-md:fixed max-md:inset-0 max-md:z-10 max-md:w-full"
    >
      <div className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold break-words">
            {[sayActor(entry), verb, object].filter(Boolean).join(' ')} <span className="font-normal text-dim">{rest}</span>
          </h2>
          <p className="text-sm text-dim">
            <time dateTime={entry.at}>{sayInstant(entry.at)}</time>
          </p>
        </div>
        <Button variant="ghost" size="icon" aria-label="Close the peek" title="Close (Esc)" onClick={onClose}>
          <X size={14} aria-hidden />
        </Button>
      </div>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-4 py-3">
        {entry.reason !== null && (
          <Section title="Why">
            <p className="break-words whitespace-pre-wrap">{entry.reason}</p>
          </Section>
        )}
        {changes.length > 0 && (
          <Section title="Before → after">
            <Facts>
              {changes.map(({ name, before, after }) => (
                <Fact key={name} name={name} mono>
                  {before !== undefined && <span className="text-dim">{sayFact(before)}</span>}
                  {before !== undefined && after !== undefined && <span className="text-faint"> → </span>}
                  {after !== undefined && <span>{sayFact(after)}</span>}
                </Fact>
              ))}
            </Facts>
          </Section>
        )}
        <Section title="Who">
          <Facts>
            <Fact name={entry.actorKind}>{sayActor(entry)}</Fact>
            <Fact name="id" mono>
              {entry.actorId}
            </Fact>
          </Facts>
        </Section>
        <Section title="On which">
          <Facts>
            <Fact name={entry.targetKind}>{entry.targetName ?? '—'}</Fact>
            <Fact name="id" mono>
              {entry.targetId}
            </Fact>
            {entry.workspace !== null && <Fact name="workspace">{entry.workspace}</Fact>}
            <Fact name="action" mono>
              {entry.action}
            </Fact>
            <Fact name="entry" mono>
              #{entry.id}
            </Fact>
          </Facts>
          {gone.has(entry.targetId) && <p className="mt-1 text-sm text-dim">It no longer exists. What was done to it stays here.</p>}
        </Section>
      </div>
      <div className="flex flex-wrap gap-2 px-4 py-3">
        {href !== null && (
          <Link href={href} prefetch={false} className={buttonLook()}>
            Open the {entry.targetKind}
          </Link>
        )}
        <Button onClick={() => onOnly({ field: 'target', value: entry.targetId })}>All on this</Button>
        <Button onClick={() => onOnly({ field: 'actor', value: entry.actorId })}>All by {sayActor(entry)}</Button>
      </div>
    </aside>
  )
}
