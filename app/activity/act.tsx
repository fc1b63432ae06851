import { TriangleAlert } from 'lucide-react'
import { type MouseEvent } from 'react'
import { type AuditEntry } from '../../contract/audit.ts'
import { sayAct } from './words.ts'

type ActProps = { entry: AuditEntry; href: string | null; onOpen: (href: string) => void }

/** What was done, in words, with the thing that it was done to. */
export function Act({ entry, href, onOpen }: ActProps) {
  const { verb, object, rest } = sayAct(entry)
  // A plain link, as in the fleet: forty of Next's own cost a long task each time that a screenful scrolls by.
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    if (href === null || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(href)
  }
  return (
    <>
      {entry.action === 'person.sign_in_failed' && <TriangleAlert size={12} aria-hidden className="mr-1.5 inline-block align-[-1px] text-stalled" />}
      <span className="text-dim">{verb}</span>
      {object !== null && (
        <>
          {' '}
          {href === null ? (
            <span>{object}</span>
          ) : (
            <a href={href} tabIndex={-1} onClick={open} className="hover:underline">
              {object}
            </a>
          )}
        </>
      )}
      {rest !== '' && <span className="text-faint"> {rest}</span>}
    </>
  )
}
