'use client'

import { useMakeToken } from '../../live/tokens.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { MadeSecret } from './made-secret.tsx'
import { MakeTokenForm } from './make-token-form.tsx'

export function MakeTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const make = useMakeToken()
  const close = () => {
    // The secret must not outlive the dialog that shows it.
    make.reset()
    onClose()
  }
  const made = make.data
  return (
    <Dialog open={open} onClose={close} title={made === undefined ? 'Make a token' : `${made.token.name}: the secret`} look={made === undefined ? 'box' : 'wide'}>
      {made === undefined ? <MakeTokenForm make={make} onCancel={close} /> : <MadeSecret made={made} onClose={close} />}
    </Dialog>
  )
}
