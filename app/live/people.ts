import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangePerson, type InvitePerson } from '../../contract/people.ts'
import { call } from './api.ts'
import { useLive } from './live-room.tsx'
import { coverSettings, useSettingsRoom } from './settings-room.ts'

const peopleKey = ['settings', 'people'] as const

export function usePeople() {
  const live = useLive()
  useSettingsRoom('person', peopleKey)
  return useQuery({
    queryKey: peopleKey,
    queryFn: async ({ signal }) => {
      await coverSettings(live, signal)
      return call('listPeople', {}, signal)
    },
  })
}

function useReread() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: peopleKey })
}

export function useInvitePerson() {
  return useMutation({ mutationFn: (body: InvitePerson) => call('invitePerson', { body }), onSuccess: useReread() })
}

export function useChangePerson(id: string) {
  return useMutation({ mutationFn: (body: ChangePerson) => call('changePerson', { params: { id }, body }), onSettled: useReread() })
}

export function useMakePersonLink(id: string) {
  return useMutation({ mutationFn: () => call('makePersonLink', { params: { id } }), onSuccess: useReread() })
}

export function useRemovePerson(id: string) {
  return useMutation({ mutationFn: () => call('removePerson', { params: { id } }), onSettled: useReread() })
}
