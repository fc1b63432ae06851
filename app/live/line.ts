import { io, type Socket } from 'socket.io-client'
import { type ClientEvents, type JoinAnswer, type Room, type ServerEvents, socketPath } from '../../contract/realtime.ts'
import { call } from './api.ts'
import { noteServerTime } from './server-clock.ts'

export type LineHandlers = {
  connected: () => void
  disconnected: () => void
  heard: (roundTripMs?: number) => void
  changed: ServerEvents['feed:changed']
  behind: (room: Room) => void
}

const askEveryMs = 2_000
const answerWithinMs = 5_000
const hungUpAfterMs = 8_000

/** The one socket of this page: reconnects by itself, and asks the server's clock to know that it is still there. */
export function openSocket(handlers: LineHandlers) {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    path: socketPath,
    transports: ['websocket'],
    reconnectionDelay: 250,
    reconnectionDelayMax: 3_000,
    randomizationFactor: 0.5,
  })
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }
  let heardAt = performance.now()
  const heard = (roundTripMs?: number) => {
    heardAt = performance.now()
    handlers.heard(roundTripMs)
  }
  // Closing the transport, not the socket, leaves the reconnecting to the client with its backoff and jitter.
  const reconnect = () => later(Math.random() * 300, () => socket.io.engine?.close())
  const ask = () => {
    if (!socket.connected) return
    if (performance.now() - heardAt > hungUpAfterMs) return reconnect()
    const sentMs = performance.now()
    socket.emit('clock:ask', ({ serverNow }) => {
      const heardMs = performance.now()
      noteServerTime(serverNow, sentMs, heardMs)
      heard(heardMs - sentMs)
    })
  }
  const asking = setInterval(ask, askEveryMs)
  const seen = () => document.visibilityState === 'visible' && ask()
  document.addEventListener('visibilitychange', seen)

  socket.on('connect', () => {
    heard()
    handlers.connected()
    ask()
  })
  socket.on('disconnect', (reason) => {
    handlers.disconnected()
    if (reason === 'io server disconnect') later(250 + Math.random() * 500, () => socket.connect())
  })
  socket.on('connect_error', () => {
    if (socket.active) return
    // Refused by the server, not unreachable: a sign-in that ended leads to the sign-in page by its 401.
    void call('whoAmI', {}).catch(() => undefined)
    later(2_000 + Math.random() * 1_000, () => socket.connect())
  })
  socket.on('feed:changed', (frame) => {
    heard()
    handlers.changed(frame)
  })
  socket.on('room:behind', ({ room }) => handlers.behind(room))
  socket.on('server:draining', reconnect)

  return {
    isConnected: () => socket.connected,
    join: (input: { room: Room; cursor: string }): Promise<JoinAnswer> =>
      socket.timeout(answerWithinMs).emitWithAck('room:join', input),
    leave: (room: Room) => void socket.emit('room:leave', { room }),
    wait: (ms: number) => new Promise<void>((resolve) => later(ms + Math.random() * ms, resolve)),
    close: () => {
      clearInterval(asking)
      for (const timer of timers) clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
      socket.disconnect()
    },
  }
}
