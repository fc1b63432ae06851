'use client'

import { type MadeToken, type Token } from '../../../contract/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'

/** A first call that this very token may make, with the secret in a variable, where no shell history keeps it. */
export function exampleCall({ role, workspace }: Pick<Token, 'role' | 'workspace'>, origin: string): string {
  const authorized = '  -H "Authorization: Bearer $MUSTER_TOKEN"'
  if (role === 'viewer') return `curl -sS '${origin}/api/v1/sessions?status=active' \\\n${authorized}`
  if (role === 'host') return `curl -sS ${origin}/api/v1/me \\\n${authorized}`
  const body = JSON.stringify({ name: 'my agent', harness: 'shell', ...(workspace === null ? {} : { workspace }) })
  return `curl -sS ${origin}/api/v1/sessions \\\n${authorized} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body.replaceAll("'", `'\\''`)}'`
}

export function MadeSecret({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  return (
    <>
      <p className="text-dim">Copy it now: it is kept only as a hash, and is never shown again.</p>
      <Command label="the secret">{made.secret}</Command>
      <p className="text-dim">
        With it in <code className="font-mono text-sm text-text">MUSTER_TOKEN</code>, try:
      </p>
      <Command label="a first call">{exampleCall(made.token, window.location.origin)}</Command>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  )
}
