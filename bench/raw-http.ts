import { connect, type Socket } from 'node:net'

type Waiting = { resolve: (answer: Answered) => void; reject: (error: Error) => void }
export type Answered = { status: number; body: string }

/**
 * A keep-alive connection that asks one thing at a time. fetch takes more CPU per request than the server does, and on a
 * machine of two cores that is what a bench would measure.
 */
export class RawHttp {
  readonly #socket: Socket
  readonly #head: string
  #heard: Buffer[] = []
  #size = 0
  #waiting: Waiting | null = null

  private constructor(socket: Socket, host: string, token: string) {
    this.#socket = socket
    this.#head = `HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#hear(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  static open(url: string, token: string): Promise<RawHttp> {
    const { hostname, port, host } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new RawHttp(socket, host, token)))
      socket.once('error', reject)
    })
  }

  post(path: string, body: unknown = {}): Promise<Answered> {
    const text = JSON.stringify(body)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(
        `POST /api/v1${path} ${this.#head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
    })
  }

  close() {
    this.#waiting = null
    this.#socket.destroy()
  }

  #hear(chunk: Buffer) {
    this.#heard.push(chunk)
    this.#size += chunk.length
    const first = this.#heard.length === 1 ? chunk : Buffer.concat(this.#heard)
    const end = first.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = first.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#size < end + 4 + length) return
    this.#heard = []
    this.#size = 0
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve({ status: Number(head.slice(9, 12)), body: first.toString('utf8', end + 4) })
  }
}

export type Load = { perSecond: number; latencies: number[]; done: number; failures: Map<string, number> }

/** So many connections, each asking again as soon as it was answered, for so long. `work` gives how many things it did. */
export async function load(
  { url, token, connections, seconds, warmUpSeconds = 2 }: { url: string; token: string; connections: number; seconds: number; warmUpSeconds?: number },
  work: (line: RawHttp, n: number, refuse: (answer: Answered) => void) => Promise<number>,
): Promise<Load> {
  const lines = await Promise.all(Array.from({ length: connections }, () => RawHttp.open(url, token)))
  const latencies: number[] = []
  const failures = new Map<string, number>()
  let done = 0
  let n = 0
  const begin = performance.now() + warmUpSeconds * 1000
  const end = begin + seconds * 1000
  const refuse = ({ status, body }: Answered) => {
    const what = `${status} ${body.slice(0, 160)}`
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }
  await Promise.all(
    lines.map(async (line) => {
      for (let now = performance.now(); now < end; ) {
        const did = await work(line, n++, refuse)
        const after = performance.now()
        if (now >= begin && after <= end) {
          done += did
          latencies.push(after - now)
        }
        now = after
      }
      line.close()
    }),
  )
  return { perSecond: done / seconds, latencies, done, failures }
}
