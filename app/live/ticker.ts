import { useSyncExternalStore } from 'react'
import { serverTime } from './server-clock.ts'

const listeners = new Set<() => void>()
let now = 0
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = serverTime()
    timer = setInterval(() => {
      now = serverTime()
      for (const each of listeners) each()
    }, 1000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Reads something off the server's clock once a second. A component renders again only when what it reads differs. */
export function useTick<Read extends string | number | boolean>(read: (serverNowMs: number) => Read): Read {
  const snapshot = () => read(now === 0 ? (now = serverTime()) : now)
  return useSyncExternalStore(subscribe, snapshot, () => read(0))
}
