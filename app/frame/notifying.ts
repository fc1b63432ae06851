import { useSyncExternalStore } from 'react'

export type Notifying = 'on' | 'off' | 'refused' | 'impossible'

const key = 'muster.notify'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Only where the browser may, and only for who asked for it here. Without a secure origin browsers have none. */
export function readNotifying(): Notifying {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

export async function setNotifying(on: boolean) {
  if (on && Notification.permission === 'default') await Notification.requestPermission()
  localStorage.setItem(key, on && Notification.permission === 'granted' ? 'on' : 'off')
  tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useNotifying = () => useSyncExternalStore(subscribe, readNotifying, () => 'impossible' as const)
