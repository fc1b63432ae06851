import { useMemo } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { type Count, useSessionCounts, wholeFleet } from './session-counts.ts'
import { useSessionList } from './sessions.ts'

const ofWorkspaces = (workspace: SessionFilter['workspace']): SessionFilter => ({ needs: ['you'], ...(workspace === undefined ? {} : { workspace }) })

/** How many need a person, in the whole fleet, wherever this person looks: asked together with what the rail counts. */
export const useNeedsYouCount = (): Count | undefined => useSessionCounts(wholeFleet).data?.needsYou

/** Who needs a person: asked of the server, so it is whole however little of the fleet is loaded. */
export function useNeedsYou(workspace: SessionFilter['workspace']) {
  const filter = useMemo(() => ofWorkspaces(workspace), [workspace])
  const list = useSessionList(filter)
  const complete = list.data?.nextCursor === null
  const counts = useSessionCounts(filter, list.data !== undefined && !complete).data
  const count: Count | undefined = complete ? { count: list.data!.rows.length, capped: false } : counts?.needsYou
  return { list, count }
}
