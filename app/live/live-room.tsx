'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { isPassing } from './api-error.ts'
import { type Connection } from './connection-state.ts'
import { type Live, openLive } from './live.ts'

const LiveContext = createContext<Live | null>(null)

const openQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The feed keeps the cache right, so nothing grows old by itself.
        staleTime: Infinity,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        structuralSharing: false,
        retry: (failures, error) => isPassing(error) && failures < 2,
        retryDelay: (failures) => 500 * 2 ** failures * (0.5 + Math.random()),
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Opens the line once per tab. Nothing below it is rendered on the server: there is no line there. */
export function LiveRoom({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const [queries] = useState(openQueries)
  const [live, setLive] = useState<Live | null>(null)
  useEffect(() => {
    const opened = openLive(queries)
    // oxlint-disable-next-line react/set-state-in-effect -- the line is an outside thing that exists in browsers only
    setLive(opened)
    return () => {
      opened.close()
      queries.clear()
      setLive(null)
    }
  }, [queries])
  if (live === null) return waiting
  return (
    <LiveContext value={live}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </LiveContext>
  )
}

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === null) throw new Error('useLive outside of a LiveRoom')
  return live
}

export function useConnection(): Connection {
  const { connection } = useLive()
  return useSyncExternalStore(connection.subscribe, connection.read, connection.read)
}
