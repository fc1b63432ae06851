import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }
type Call = { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: unknown }

/** As fetch can't: any Host, any Origin, a path as it stands, and no redirect followed. */
export function rawRequest(port: number | string, { method = 'GET', path, headers = {}, body }: Call): Promise<RawAnswer> {
  const sent = body === undefined ? undefined : body instanceof URLSearchParams ? String(body) : JSON.stringify(body)
  const type = sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
  return new Promise((resolve, reject) => {
    const answered = async (answer: IncomingMessage) => ({ status: answer.statusCode!, headers: answer.headers, body: await text(answer) })
    const call = request({ host: '127.0.0.1', port, method, path, headers: { ...type, ...headers }, agent: false })
    call.on('response', (answer) => resolve(answered(answer)))
    call.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode!, headers: answer.headers, body: '' })
    })
    call.on('error', reject).end(sent)
  })
}

/** Tries to become a websocket: 101 when the server lets it. */
export const rawUpgrade = (port: number | string, path: string, headers: OutgoingHttpHeaders = {}) =>
  rawRequest(port, {
    path: `${path}/?EIO=4&transport=websocket`,
    headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
  })
