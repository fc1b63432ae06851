import { type ThreadFilter } from '../../contract/match-thread.ts'
import { threadStates } from '../../contract/threads.ts'

export const stateNames = { owned: 'Owned', dead_owner: 'Owner is dead', waited_for: 'Waited for', free: 'Free' } as const satisfies Record<(typeof threadStates)[number], string>

export function readThreadsUrl(search: URLSearchParams): ThreadFilter {
  const workspace = search.get('workspace')?.slice(0, 200) ?? ''
  const state = threadStates.find((one) => one === search.get('state'))
  const q = (search.get('q') ?? '').trim().slice(0, 200)
  return { ...(workspace !== '' && { workspace }), ...(state !== undefined && { state }), ...(q !== '' && { q }) }
}

export function toThreadsUrl(filter: ThreadFilter): string {
  const search = new URLSearchParams()
  for (const field of ['workspace', 'state', 'q'] as const) if (filter[field] !== undefined) search.set(field, filter[field])
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const sayThreadFilter = ({ workspace, state, q }: ThreadFilter) =>
  [workspace, state && stateNames[state].toLowerCase(), q && `“${q}”`].filter(Boolean).join(', ')
