'use client'

import { LogOut } from 'lucide-react'
import { useSignOut } from '../live/me.ts'
import { Button } from '../ui/button.tsx'

export function SignOut() {
  const signOut = useSignOut()
  const label = signOut.isError ? 'Sign out did not work: try again' : 'Sign out'
  return (
    <Button variant="ghost" size="icon" disabled={signOut.isPending} onClick={() => signOut.mutate()} aria-label={label} title={label}>
      <LogOut size={14} aria-hidden className={signOut.isError ? 'text-dead' : undefined} />
    </Button>
  )
}
