import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type z } from 'zod'
import { type MakeToken } from '../../contract/tokens.ts'
import { call } from './api.ts'
import { useLive } from './live-room.tsx'
import { coverSettings, useSettingsRoom } from './settings-room.ts'

const tokensKey = ['settings', 'tokens'] as const

export function useTokens() {
  const live = useLive()
  useSettingsRoom('token', tokensKey)
  return useQuery({
    queryKey: tokensKey,
    queryFn: async ({ signal }) => {
      await coverSettings(live, signal)
      return call('listTokens', {}, signal)
    },
  })
}

export function useMakeToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof MakeToken>) => call('makeToken', { body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: tokensKey }),
  })
}

export function useRevokeToken(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('revokeToken', { params: { id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: tokensKey }),
  })
}
