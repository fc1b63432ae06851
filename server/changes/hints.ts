import { randomUUID } from 'node:crypto'
import { type Logger } from 'pino'
import { connectDirect } from '../../db/client.ts'
import { coalesce } from './coalesce.ts'

const channel = 'muster_changes'

/**
 * Tells the other processes that there is something to read. Never inside a write transaction: NOTIFY takes a lock
 * over the whole cluster at commit. A lost hint costs time, not data, because every tail has a backstop.
 */
export async function startHints(url: string, log: Logger, onHint: () => void) {
  const me = randomUUID()
  const listener = connectDirect(url)
  const sender = connectDirect(url)
  const sending = coalesce(async () => {
    try {
      await sender`select pg_notify(${channel}, ${me})`
    } catch (error) {
      log.warn({ err: error }, 'a hint was lost; the backstop of the other processes finds the change')
    }
  })
  await listener.listen(
    channel,
    (from) => {
      if (from !== me) onHint()
    },
    // Also called after every reconnect: whatever was hinted meanwhile is read now.
    onHint,
  )
  return {
    send: sending.ask,
    stop: async () => {
      await sending.idle()
      await Promise.all([listener.end({ timeout: 1 }), sender.end({ timeout: 1 })])
    },
  }
}
