import { type IncomingMessage } from 'node:http'
import { finished } from 'node:stream'

const patienceMs = 2_000

/** A connection that is closed with bytes unread is reset, and a refusal may be lost with it: what still comes is dropped first. */
export function readToEnd(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    finished(request, { writable: false }, () => {
      clearTimeout(timer)
      resolve()
    })
    request.resume()
  })
}
