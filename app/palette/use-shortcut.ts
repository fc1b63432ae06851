import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** As it is written on this person's keyboard. */
export const useShortcut = () =>
  useSyncExternalStore(never, () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'), () => 'Ctrl K')
