import { useMutation } from '@tanstack/react-query'
import { call } from './api.ts'

export function useSignOut() {
  return useMutation({
    mutationFn: () => call('signOut', {}),
    onSuccess: () => window.location.assign('/sign-in'),
  })
}
