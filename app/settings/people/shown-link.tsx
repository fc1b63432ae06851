'use client'

import { type InvitedPerson } from '../../../contract/people.ts'
import { sayInstant } from '../../session/words.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'

export function ShownLink({ made, onClose }: { made: InvitedPerson; onClose: () => void }) {
  return (
    <>
      <p className="text-dim">
        Hand it to {made.person.name} on a way that nobody else reads: whoever opens it first chooses the password. It is shown only now, works once, and until{' '}
        {sayInstant(made.linkExpiresAt)}.
      </p>
      <Command label="sign-in link">{made.link}</Command>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  )
}
