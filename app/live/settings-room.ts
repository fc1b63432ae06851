import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ChangeTopic } from '../../contract/realtime.ts'
import { call } from './api.ts'
import { type Live } from './live.ts'
import { useLive } from './live-room.tsx'
import { meKey } from './me-key.ts'

/** These lists name no place in the feed, so one is asked for just before: what changes after it is told. */
export async function coverSettings(live: Live, signal?: AbortSignal) {
  const askedAt = performance.now()
  const { feed } = await call('countSessions', { query: {} }, signal)
  live.cover('settings', askedAt, feed)
}

/** Short lists that only admins see: a change of one is answered by reading the list again. */
export function useSettingsRoom(topic: ChangeTopic, key: readonly string[]) {
  const live = useLive()
  const queries = useQueryClient()
  useEffect(() => live.want('settings'), [live])
  const fingerprint = JSON.stringify(key)
  useEffect(
    () =>
      live.onTopic(topic, () => {
        void queries.invalidateQueries({ queryKey: JSON.parse(fingerprint) as string[] })
        if (topic === 'person') void queries.invalidateQueries({ queryKey: meKey })
      }),
    [live, queries, topic, fingerprint],
  )
}
