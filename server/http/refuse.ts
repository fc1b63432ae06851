import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Duplex } from 'node:stream'
import { type DomainError, errorCodes, toErrorAnswer } from '../../contract/errors.ts'
import { apiHeaders } from './security-headers.ts'

const answerOf = (error: DomainError) => {
  const body = JSON.stringify(toErrorAnswer(error))
  const headers = {
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status: errorCodes[error.code].status, headers, body }
}

/** The one shape of refusals (GEN-6), where Fastify is not there to give it. */
export function refuseRequest(response: ServerResponse, error: DomainError) {
  const { status, headers, body } = answerOf(error)
  response.writeHead(status, headers).end(body)
}

/** The same, on a connection that has no response: a broken request, or one that wanted to become a socket. */
export function refuseConnection(socket: Duplex, error: DomainError) {
  const { status, headers, body } = answerOf(error)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // Who is refused may have gone already.
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
