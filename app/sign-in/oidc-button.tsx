'use client'

import { useEffect, useState } from 'react'
import { type SignInOptions } from '../../contract/people.ts'
import { call } from '../live/api.ts'
import { Button } from '../ui/button.tsx'
import { Refusal } from './refusal.tsx'
import { useAttempt } from './use-attempt.ts'

/** There only where the server offers it. A page that can't ask still has the password. */
export function OidcButton({ next }: { next: string | null }) {
  const [offered, setOffered] = useState<SignInOptions['oidc']>(null)
  const { pending, error, attempt } = useAttempt()
  useEffect(() => {
    const asked = new AbortController()
    call('describeSignIn', {}, asked.signal).then(({ oidc }) => setOffered(oidc), () => undefined)
    return () => asked.abort()
  }, [])
  if (offered === null) return null
  const start = () =>
    void attempt(async () => {
      const { url } = await call('startOidc', { body: { next: next ?? undefined } })
      window.location.assign(url)
    })
  return (
    <div className="mb-4 grid gap-3.5 border-b border-line pb-4">
      <Button size="lg" disabled={pending} onClick={start} className="justify-center">
        {offered.name}
      </Button>
      {error !== null && <Refusal error={error} />}
    </div>
  )
}
