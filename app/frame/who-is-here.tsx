'use client'

import { useMe } from '../live/me.ts'

/** Who is signed in, and as what: the role decides what the pages offer. */
export function WhoIsHere() {
  const me = useMe().data
  if (me === undefined) return <span className="flex-1" />
  return (
    <span data-testid="me" title={`${me.name}${me.email === null ? '' : `, ${me.email}`}`} className="flex min-w-0 flex-1 gap-1.5 text-sm text-dim max-md:hidden">
      <span className="truncate">{me.name}</span>
      <span className="text-faint">{me.role}</span>
    </span>
  )
}
