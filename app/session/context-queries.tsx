'use client'

import { type SessionDetail } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'
import { Age } from './age.tsx'

const most = 100

export function ContextQueries({ queries }: { queries: SessionDetail['contextQueries'] }) {
  return (
    <Section title="Context queries" aside={queries.length >= most ? `the newest ${most}` : undefined}>
      {queries.length === 0 ? (
        <p className="text-faint">It has looked up nothing.</p>
      ) : (
        <ul className="lives">
          {queries.map(({ path, scope, queriedAt }, place) => (
            <li key={`${queriedAt} ${path} ${place}`} className="flex gap-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 truncate font-mono text-sm" title={path}>
                {path}
                {scope !== null && <span className="text-faint"> {scope}</span>}
              </span>
              <span className="text-sm whitespace-nowrap text-dim">
                <Age since={queriedAt} suffix=" ago" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
