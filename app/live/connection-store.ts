import { type Connection, judgeLine, type LineEvent, noteLine, openLine } from './connection-state.ts'

const judgeEveryMs = 500

const isSame = (a: Connection, b: Connection) =>
  a.state === b.state &&
  (a.state === 'live' || b.state === 'live'
    ? a.state === 'live' && b.state === 'live' && Math.round(a.roundTripMs ?? 0) === Math.round(b.roundTripMs ?? 0)
    : a.since === b.since)

/** The verdict on our line, judged again by the clock too: silence makes no event. */
export function openConnectionStore() {
  let line = openLine(performance.now())
  let shown = judgeLine(line, performance.now())
  const listeners = new Set<() => void>()
  const judge = () => {
    const now = judgeLine(line, performance.now())
    if (isSame(now, shown)) return
    shown = now
    for (const listener of listeners) listener()
  }
  const timer = setInterval(judge, judgeEveryMs)
  return {
    note: (event: LineEvent) => {
      line = noteLine(line, event, performance.now())
      judge()
    },
    read: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => clearInterval(timer),
  }
}
export type ConnectionStore = ReturnType<typeof openConnectionStore>
