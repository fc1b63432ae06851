import { type ErrorCode } from '../contract/errors.ts'

export type Header = readonly [name: string, value: string]

/** One request as it goes over the wire. Text is latin1 there, so that any byte can stand anywhere. */
export type FuzzRequest = {
  operation: string
  /** What is odd about it. */
  trick: string
  /** By the document or by HTTP it can't be taken: any 2xx is a finding, and so is any row that it changes. */
  mustRefuse: boolean
  /** The codes that are right for it; any of the list where it is left out. */
  codes?: readonly ErrorCode[]
  /** 302 is an answer that the document names. */
  mayRedirect: boolean
  method: string
  target: string
  version?: string
  headers: readonly Header[]
  body: Buffer | null
  /** Ends our side after the last byte, where the server would wait for more. */
  cut?: boolean
}

export function bytesOf({ method, target, version = 'HTTP/1.1', headers, body }: FuzzRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const framed = given.has('content-length') || given.has('transfer-encoding')
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  if (body && !framed) lines.push(`content-length: ${body.length}`)
  if (!given.has('connection')) lines.push('connection: close')
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return Buffer.concat([head, body ?? Buffer.alloc(0)])
}

/** Readable on a terminal, whatever is in it. */
export function show(request: FuzzRequest, most = 1_500): string {
  const bytes = bytesOf(request)
  const text = bytes
    .subarray(0, most)
    .toString('utf8')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\n\x20-\x7e]/gu, (odd) => JSON.stringify(odd).slice(1, -1))
  return bytes.length > most ? `${text}\n… ${bytes.length} bytes in all` : text
}
