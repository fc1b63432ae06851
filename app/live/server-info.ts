import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

const rereadMs = 5_000
const rereadWorkspacesMs = 10_000

/** Nothing in the feed tells of these, so they are read again while somebody looks. */
export function useServerInfo() {
  return useQuery({ queryKey: ['server'], queryFn: ({ signal }) => call('readServerInfo', {}, signal), staleTime: 0, refetchInterval: rereadMs })
}

export function useWorkspaces() {
  return useQuery({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => call('listWorkspaces', {}, signal),
    staleTime: rereadWorkspacesMs,
    refetchInterval: rereadWorkspacesMs,
  })
}
