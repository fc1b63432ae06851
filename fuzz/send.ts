import { connect } from 'node:net'
import { bytesOf, type FuzzRequest } from './request.ts'

export type FuzzAnswer = { status: number; headers: Record<string, string>; text: string }

const patienceMs = 15_000

/** Writes the bytes and reads until the server closes. null: it closed without an answer; 'silent': it did neither. */
export function send(port: number, request: FuzzRequest): Promise<FuzzAnswer | null | 'silent'> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const chunks: Buffer[] = []
    const finish = (silent = false) => {
      socket.destroy()
      resolve(parseAnswer(Buffer.concat(chunks)) ?? (silent ? 'silent' : null))
    }
    socket.setTimeout(patienceMs, () => finish(true))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => finish())
    // A server that has refused may reset the rest; what it said before counts.
    socket.on('error', () => finish())
    socket.on('close', () => finish())
    socket.write(bytesOf(request))
    if (request.cut) socket.end()
  })
}

function parseAnswer(bytes: Buffer): FuzzAnswer | null {
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
    rest = rest.subarray(end + 4)
    if (status === 100) continue
    const fields = lines.map((line) => /^([^:]*): *(.*)$/.exec(line)!)
    const headers = Object.fromEntries(fields.map(([, name, value]) => [name!.toLowerCase(), value!]))
    const body = headers['transfer-encoding'] === 'chunked' ? unchunk(rest) : rest.subarray(0, Number(headers['content-length'] ?? rest.length))
    return { status, headers, text: body.toString('utf8') }
  }
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (lineEnd < 0 || !(size > 0)) break
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}
