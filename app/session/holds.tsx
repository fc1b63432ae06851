'use client'

import { type SessionDetail } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'
import { Age } from './age.tsx'

export function Holds({ holds }: { holds: SessionDetail['holds'] }) {
  return (
    <Section title="Holds">
      {holds.length === 0 ? (
        <p className="text-faint">Nothing.</p>
      ) : (
        <ul className="lives">
          {holds.map(({ workspace, thread, generation, since }) => (
            <li key={`${workspace}\n${thread}`} className="flex min-w-0 gap-1.5">
              <span className="truncate font-mono text-sm leading-5" title={`${workspace}: ${thread}`}>
                {thread}
              </span>
              <span className="text-sm leading-5 whitespace-nowrap text-faint">
                thread #{generation}, <Age since={since} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
