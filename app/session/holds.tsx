'use client'

import Link from 'next/link'
import { type SessionDetail } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'
import { Age } from './age.tsx'

type Hold = SessionDetail['holds'][number]
const mostNamed = 5

/** What it has, each with its generation and who waits for it. */
export function Holds({ holds }: { holds: readonly Hold[] }) {
  return (
    <Section title="Holds">
      {holds.length === 0 ? (
        <p className="text-faint">Nothing.</p>
      ) : (
        <ul data-testid="holds" className="lives">
          {holds.map((hold) => (
            <li key={hold.threadId} className="min-w-0">
              <span className="flex min-w-0 gap-1.5">
                <ThreadLink thread={hold} />{' '}
                <span className="text-sm leading-5 whitespace-nowrap text-faint">
                  thread #{hold.generation}, <Age since={hold.since} />
                </span>
              </span>
              {hold.waiters.length > 0 && <Waiters waiters={hold.waiters} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Waiters({ waiters }: { waiters: Hold['waiters'] }) {
  return (
    <ol aria-label="Waits for it" className="mb-1 border-l border-line pl-2 text-sm leading-5 text-dim">
      {waiters.slice(0, mostNamed).map(({ sessionId, name, since }, place) => (
        <li key={`${sessionId} ${since}`} className="flex min-w-0 gap-1.5">
          <Link href={`/sessions/${sessionId}`} prefetch={false} className="truncate hover:underline">
            {name}
          </Link>{' '}
          <span className="whitespace-nowrap text-faint">
            {place === 0 ? 'is next, waits ' : 'waits '}
            <Age since={since} />
          </span>
        </li>
      ))}
      {waiters.length > mostNamed && <li className="text-faint">and {waiters.length - mostNamed} more</li>}
    </ol>
  )
}

export function WaitsFor({ waitsFor }: { waitsFor: SessionDetail['waitsFor'] }) {
  if (waitsFor.length === 0) return null
  return (
    <Section title="Waits in line for">
      <ul data-testid="waits-for" className="lives">
        {waitsFor.map((thread) => (
          <li key={`${thread.threadId} ${thread.since}`} className="flex min-w-0 gap-1.5">
            <ThreadLink thread={thread} />
            <span className="text-sm leading-5 whitespace-nowrap text-faint">
              for <Age since={thread.since} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ThreadLink({ thread: { threadId, workspace, thread } }: { thread: { threadId: string; workspace: string; thread: string } }) {
  return (
    <Link href={`/threads/${threadId}`} prefetch={false} title={`${workspace}: ${thread}`} className="truncate font-mono text-sm leading-5 hover:underline">
      {thread}
    </Link>
  )
}
