import { useMutation, useQuery } from '@tanstack/react-query'
import { type Session } from '../../contract/sessions.ts'
import { call } from './api.ts'
import { type Live } from './live.ts'
import { useLive } from './live-room.tsx'
import { useMe } from './me.ts'
import { serverTime } from './server-clock.ts'

const rereadMs = 3_000

/** What it would free, kept right while somebody decides. */
export function useAbandonPreview(id: string, open: boolean) {
  return useQuery({
    queryKey: ['abandon', id],
    queryFn: ({ signal }) => call('previewAbandon', { params: { id } }, signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : rereadMs),
  })
}

const show = (live: Live, session: Session) =>
  live.tell(live.ledger.take({ id: session.id, version: session.version, body: session }, serverTime(), performance.now(), 'feed'))

/** first: this call did it. Else somebody had done it before, and the session says who. */
export type Abandoned = { session: Session; first: boolean }

const clockMs = 1_000

export function useAbandon(id: string) {
  const live = useLive()
  const me = useMe().data
  return useMutation({
    mutationFn: async (body: { reason: string; now?: boolean }): Promise<Abandoned> => {
      const askedAt = serverTime()
      const session = await call('abandonSession', { params: { id }, body })
      const mine = session.endedBy === `person ${me?.name}`
      return { session, first: mine && session.completedAt !== null && Date.parse(session.completedAt) > askedAt - clockMs }
    },
    onSuccess: ({ session }) => show(live, session),
  })
}

export function useUndoAbandon(id: string) {
  const live = useLive()
  return useMutation({
    mutationFn: () => call('undoAbandon', { params: { id }, body: {} }),
    onSuccess: (session) => show(live, session),
  })
}
