import { io, type Socket } from 'socket.io-client'
import { type ClientEvents, type ServerEvents, socketPath } from '../contract/realtime.ts'
import { openRawSocket } from './raw-socket.ts'

export type Receipt = { entity: string; version: number; at: number }
export type SocketsTask = { url: string; token: string; cursor: string; timed: number; others: number }

/** A process of its own for the listening side, so that reading frames and writing changes do not wait for each other. */
const receipts: Receipt[][] = []

process.on('message', (message: SocketsTask | 'report') => {
  if (message === 'report') process.send!(receipts, () => process.exit(0))
  else void open(message)
})

async function open({ url, token, cursor, timed, others }: SocketsTask) {
  for (let n = 0; n < others; n++) await openRawSocket(url, token, cursor)
  for (let n = 0; n < timed; n++) {
    const mine: Receipt[] = []
    receipts.push(mine)
    const line: Socket<ServerEvents, ClientEvents> = io(url, { path: socketPath, transports: ['websocket'], auth: { token }, forceNew: true })
    line.on('feed:changed', ({ changes }) => {
      const at = Date.now()
      for (const { entity, version } of changes) mine.push({ entity, version, at })
    })
    await new Promise<void>((resolve) => line.on('connect', resolve))
    const answer = await line.emitWithAck('room:join', { room: 'fleet', cursor })
    if (!answer.ok) throw new Error(`socket ${n} was not let in`)
  }
  process.send!('joined')
}
