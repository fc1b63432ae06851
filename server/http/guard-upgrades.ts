import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Duplex } from 'node:stream'
import { DomainError } from '../../contract/errors.ts'
import { refuseConnection } from './refuse.ts'

const lastWordsMs = 1_000

/** Connections that want to become sockets. Those that may are emitted on `passed`, which never listens itself. */
export function guardUpgrades(server: Server, judge: (request: IncomingMessage) => DomainError | null) {
  const passed = createServer()
  const open = new Set<Duplex>()
  let draining = false

  server.on('upgrade', (request, socket, head) => {
    const refusal = draining ? new DomainError('try_again', 'This server is shutting down.') : judge(request)
    if (refusal) return refuseConnection(socket, refusal)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    passed.emit('upgrade', request, socket, head)
  })

  return {
    passed,
    /** Who comes back at once would otherwise hold up the drain: the server closes when its last connection has gone. */
    refuseMore: async () => void (draining = true),
    /** Also those that are between connecting and being known to socket.io. What was written is sent first. */
    cut: async () => {
      for (const socket of open) socket.end()
      setTimeout(() => open.forEach((socket) => socket.destroy()), lastWordsMs).unref()
    },
  }
}
