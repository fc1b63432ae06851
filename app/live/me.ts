import { useMutation, useQuery } from '@tanstack/react-query'
import { type Door, may } from '../../contract/roles.ts'
import { call } from './api.ts'
import { meKey } from './me-key.ts'

export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: ({ signal }) => call('whoAmI', {}, signal) })
}

/** Whether this person's role may do it, by the same table that the server goes by. False until we know who it is. */
export function useMay(door: Door): boolean {
  const role = useMe().data?.role
  return role !== undefined && may(role, door)
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => call('signOut', {}),
    onSuccess: () => window.location.assign('/sign-in'),
  })
}
