'use client'

import { type FormEvent, useState } from 'react'
import { call } from '../../live/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Refusal } from '../refusal.tsx'
import { useAttempt } from '../use-attempt.ts'

const leastPassword = 12

export function CredentialsForm({ token, person }: { token: string; person: { name: string; email: string } }) {
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const [password, setPassword] = useState('')
  const { pending, error, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const chosen = {
        ...(name.trim() === '' || name === person.name ? {} : { name: name.trim() }),
        ...(email.trim() === '' || email === person.email ? {} : { email: email.trim() }),
      }
      await call('spendSignInLink', { body: { token, password, ...chosen } })
      window.location.assign('/')
    })
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-3.5">
      <p className="text-dim">
        This link signs in <strong className="font-medium text-text">{person.name}</strong> ({person.email}). Choose a password; the link is spent then.
      </p>
      <Field label="Name" name="name" autoComplete="name" maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      <Field label="E-mail" type="email" name="email" autoComplete="username" value={email} onChange={(event) => setEmail(event.target.value)} />
      <Field
        label="Password"
        note={`At least ${leastPassword} characters.`}
        type="password"
        name="password"
        autoComplete="new-password"
        required
        minLength={leastPassword}
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error !== null && <Refusal error={error} />}
      <Button type="submit" variant="primary" size="lg" disabled={pending} className="justify-center">
        {pending ? 'Signing in…' : 'Set the password and sign in'}
      </Button>
    </form>
  )
}
