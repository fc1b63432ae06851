import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { may } from '../../contract/roles.ts'
import { shownStates } from '../../contract/sessions.ts'
import { threadStates } from '../../contract/threads.ts'
import { toFilterUrl } from '../fleet/filter-url.ts'
import { openOnly } from '../frame/opened.ts'
import { setTheme } from '../frame/use-theme.ts'
import { useMe, useSignOut } from '../live/me.ts'
import { stateFilters } from '../session/state.ts'
import { themes } from '../theme.ts'
import { stateNames, toThreadsUrl } from '../threads/filter-url.ts'
import { type Action, useOfferedActions } from './offered.ts'
import { pages } from './pages.ts'

/** What the palette knows without asking the server: the pages and the actions that this role may go to and do. */
export function useEntries(): { pages: Action[]; actions: Action[] } {
  const router = useRouter()
  const role = useMe().data?.role ?? null
  const offered = useOfferedActions()
  const signOut = useSignOut().mutate
  return useMemo(() => {
    const go = (href: string) => () => router.push(href)
    const always: Action[] = [
      ...(may(role, 'makeToken') ? [{ id: 'make-token', name: 'Make a token…', words: 'api key new', run: go('/settings/tokens?new') }] : []),
      ...(may(role, 'invitePerson') ? [{ id: 'invite', name: 'Invite a person…', words: 'add user member new', run: go('/settings/people?new') }] : []),
      ...shownStates.map((state) => ({
        id: `filter-${state}`,
        name: `Show ${state} sessions`,
        words: `filter is:${state}`,
        run: go(`/${toFilterUrl({ status: ['active'], ...stateFilters[state] })}`),
      })),
      { id: 'filter-ended', name: 'Show ended sessions', words: 'filter is:ended complete merged abandoned', run: go(`/${toFilterUrl({ status: ['abandoned', 'complete', 'merged'] })}`) },
      ...threadStates.map((state) => ({
        id: `threads-${state}`,
        name: `Show threads: ${stateNames[state].toLowerCase()}`,
        words: 'filter owners line',
        run: go(`/threads${toThreadsUrl({ state })}`),
      })),
      ...themes.map((theme) => ({ id: `theme-${theme}`, name: `Theme: ${theme}`, words: 'colours dark light toggle', run: () => setTheme(theme) })),
      { id: 'keys', name: 'Show the keys', words: 'help shortcuts keyboard', run: () => openOnly('keys') },
      { id: 'sign-out', name: 'Sign out', words: 'log out leave', run: () => signOut() },
    ]
    return {
      pages: pages.filter(({ door }) => may(role, door)).map(({ href, name, words }) => ({ id: href, name, words, run: go(href) })),
      actions: [...offered, ...always],
    }
  }, [router, role, offered, signOut])
}
