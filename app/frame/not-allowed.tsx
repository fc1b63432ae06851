'use client'

import { Lock } from 'lucide-react'
import Link from 'next/link'
import { type Role } from '../../contract/roles.ts'
import { useMe } from '../live/me.ts'
import { Blank } from '../ui/blank.tsx'
import { buttonLook } from '../ui/button.tsx'

const articles: Record<Role, string> = { viewer: 'a viewer', operator: 'an operator', admin: 'an admin', agent: 'an agent', host: 'a host' }

/** Not an error: it says who may, who is here, and what to do about it. */
export function NotAllowed({ what = 'This page is for admins.' }: { what?: string }) {
  const me = useMe().data
  return (
    <Blank
      title={what}
      testId="not-allowed"
      mark={<Lock size={18} aria-hidden className="text-faint" />}
      actions={
        <Link href="/" className={buttonLook()}>
          To the fleet
        </Link>
      }
    >
      {me === undefined ? 'Your role does not reach it.' : `You are ${me.name}, ${articles[me.role]}.`} An admin can change your role, and it holds at once.
    </Blank>
  )
}
