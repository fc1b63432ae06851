'use client'

import { type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { ApiError, sayError } from '../live/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { NotAllowed } from './not-allowed.tsx'

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** For readers: what is being loaded. */
  loading: string
  skeleton: ReactNode
  className?: string
  children: (data: Data) => ReactNode
}

/** The four things that a page can be before it shows what it is for: loading, failed, not allowed, or there. */
export function Loaded<Data>({ query, loading, skeleton, className, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (error instanceof ApiError && error.code === 'not_allowed') return <NotAllowed what={error.message} />
  if (data !== undefined) return children(data)
  if (error !== null) {
    return (
      <Notice tone="bad" title={sayError(error).message} hint={sayError(error).hint} className={className}>
        <Button disabled={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? 'Trying…' : 'Try again'}
        </Button>
      </Notice>
    )
  }
  return (
    <div role="status" aria-label={loading} className={className}>
      {skeleton}
    </div>
  )
}
