import { KeyRound, Settings, User, UserX } from 'lucide-react'
import { type AuditEntry } from '../../contract/audit.ts'
import { sayActor } from './words.ts'

const kinds = { person: User, token: KeyRound, system: Settings } as const

/** A shape and a word for the kind of actor; the word is read out and stands in the title. */
export function Who({ entry }: { entry: AuditEntry }) {
  const actor = sayActor(entry)
  const unknown = actor === 'somebody'
  const Icon = unknown ? UserX : kinds[entry.actorKind]
  const kind = unknown ? 'not signed in' : entry.actorKind
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={`${actor}, ${kind}`}>
      <Icon size={12} aria-hidden className="shrink-0 text-faint max-md:hidden" />
      <span className="truncate">
        {actor}
        <span className="sr-only">, {kind}</span>
      </span>
    </span>
  )
}
