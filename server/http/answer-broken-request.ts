import { type Socket } from 'node:net'
import { DomainError } from '../../contract/errors.ts'
import { refuseConnection } from './refuse.ts'

/** What Node could not read as HTTP never becomes a request, but it gets the same shape of answer (GEN-6). */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  refuseConnection(socket, new DomainError('invalid_input', 'This is not a request that can be read as HTTP.'))
}
