import { useSyncExternalStore } from 'react'
import { readTheme, type Theme, themeCookie } from '../theme.ts'

const yearS = 31_536_000
const listeners = new Set<() => void>()

/** The server reads the cookie, so the first paint of the next page has the right colours without a script. */
export function setTheme(theme: Theme) {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${yearS}; samesite=lax${secure}`
  document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTheme = (): Theme =>
  useSyncExternalStore(subscribe, () => readTheme(document.documentElement.dataset['theme']), () => 'system')
