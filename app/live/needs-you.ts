import { useMemo } from 'react'
import { type SessionFilter } from '../../contract/sessions.ts'
import { type Count, sumCounts, useSessionCounts } from './session-counts.ts'
import { useSessionList } from './sessions.ts'

const ofWorkspaces = (workspace: SessionFilter['workspace']): SessionFilter => ({ needs: ['you'], ...(workspace === undefined ? {} : { workspace }) })
const everywhere = ofWorkspaces(undefined)

/** How many need a person, in the whole fleet, wherever this person looks. */
export function useNeedsYouCount(): Count | undefined {
  const counts = useSessionCounts(everywhere).data
  return counts && sumCounts(counts)
}

/** Who needs a person: asked of the server, so it is whole however little of the fleet is loaded. */
export function useNeedsYou(workspace: SessionFilter['workspace']) {
  const filter = useMemo(() => ofWorkspaces(workspace), [workspace])
  const list = useSessionList(filter)
  const complete = list.data?.nextCursor === null
  const counts = useSessionCounts(filter, list.data !== undefined && !complete).data
  const count: Count | undefined = complete ? { count: list.data!.rows.length, capped: false } : counts && sumCounts(counts)
  return { list, count }
}
