'use client'

import { type FormEvent, useState } from 'react'
import { call } from '../live/api.ts'
import { safeNext } from '../live/go-to-sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Refusal } from './refusal.tsx'
import { useAttempt } from './use-attempt.ts'

export function SignInForm({ next }: { next: string | null }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { pending, error, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await call('signIn', { body: { email: email.trim(), password } })
      window.location.assign(safeNext(next, window.location.origin))
    })
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-3.5">
      <Field label="E-mail" type="email" name="email" autoComplete="username" required value={email} onChange={(event) => setEmail(event.target.value)} />
      <Field label="Password" type="password" name="password" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
      {error !== null && <Refusal error={error} />}
      <Button type="submit" variant="primary" size="lg" disabled={pending} className="justify-center">
        {pending ? 'Signing in…' : 'Sign in'}
      </Button>
      <p className="text-sm text-faint">
        No password yet, or lost it? <code className="font-mono">npx muster admin link</code> makes a new sign-in link.
      </p>
    </form>
  )
}
