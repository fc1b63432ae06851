import { STATUS_CODES } from 'node:http'
import { type Socket } from 'node:net'
import { DomainError, errorCodes, toErrorAnswer } from '../../contract/errors.ts'

const { status } = errorCodes.invalid_input

/** What Node could not read as HTTP never becomes a request, but it gets the same shape of answer (GEN-6). */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const body = JSON.stringify(toErrorAnswer(new DomainError('invalid_input', 'This is not a request that can be read as HTTP.')))
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
