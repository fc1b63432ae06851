'use client'

import { useEffect, useState } from 'react'
import { call } from '../../live/api.ts'
import { ApiError } from '../../live/api-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Refusal } from '../refusal.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { takeToken } from './take-token.ts'

type Peeked = { state: 'asking' } | { state: 'none' } | { state: 'cut' } | { state: 'refused'; error: unknown } | { state: 'open'; token: string; name: string; email: string }

/** What the server does not even take for a link. */
const isCut = (error: unknown) => error instanceof ApiError && error.code === 'invalid_input'

/** Looking at the link does not spend it: a preview bot that opens it does no harm. */
export function LinkForm() {
  const [peeked, setPeeked] = useState<Peeked>({ state: 'asking' })
  useEffect(() => {
    const look = () => {
      const token = takeToken()
      if (token === null) return setPeeked({ state: 'none' })
      call('peekSignInLink', { body: { token } })
        .then(({ name, email }) => setPeeked({ state: 'open', token, name, email }))
        .catch((error: unknown) => setPeeked(isCut(error) ? { state: 'cut' } : { state: 'refused', error }))
    }
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  switch (peeked.state) {
    case 'asking':
      return (
        <div role="status" aria-label="Reading the link" className="grid gap-3">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-9" />
        </div>
      )
    case 'none':
    case 'cut':
      return (
        <Notice
          title={peeked.state === 'cut' ? 'This link is not whole.' : 'This address has no link in it.'}
          hint={
            <>
              Open the whole link again, with what stands behind the #. <code className="font-mono">npx muster admin link</code> makes a new one.
            </>
          }
        />
      )
    case 'refused':
      return <Refusal error={peeked.error} />
    case 'open':
      return <CredentialsForm token={peeked.token} person={peeked} />
  }
}
