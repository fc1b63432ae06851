import { Agent, request } from 'node:http'
import { type Reserved } from '../../contract/threads.ts'
import { type OwnerCall, type ReservationEvent, type ReserveCall } from './reservation-history.ts'

export type Won = Extract<Reserved, { outcome: 'reserved' }>
type Options = { servers: string[]; token: string; note: (event: ReservationEvent) => void }
type Answered = { status: number; body: unknown }

/** Asks as agents do, through one server or the other, and notes what it was answered. It judges nothing. */
export class ReservationClient {
  readonly #options: Options
  readonly #http = new Agent({ keepAlive: true, maxSockets: 512 })

  readonly #away = new Set<number>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether the last call through this server was not answered. */
  isAway = (server: number) => this.#away.has(server)

  /** null: somebody else has it, or it is not known what became of it. */
  async reserve(thread: string, server: number, who: string, waitMs: number, more: object = {}): Promise<Won | null> {
    const sent = performance.now()
    const body = { workspace: 'soak', thread, waitMs, session: { name: who, timeoutMs: 5_000 }, ...more }
    const answer = await this.#post(server, '/threads/reserve', body)
    const outcome = outcomeOf(answer)
    this.#options.note({ kind: 'call', op: 'reserve', thread, server, who, waitMs, sent, answered: performance.now(), outcome })
    return outcome.is === 'reserved' ? (answer!.body as Won) : null
  }

  beat = (won: Won, server: number) => this.#write('beat', won, server, 'heartbeat', {})

  release = (won: Won, server: number, more: { status: string; keepSession?: boolean }) => this.#write('release', won, server, 'release', more)

  async line(threadId: string, thread: string, server: number): Promise<string[]> {
    const sent = performance.now()
    const answer = await this.#call('GET', server, `/threads/${threadId}`)
    if (answer?.status !== 200) return []
    const names = (answer.body as { waiters: { name: string }[] }).waiters.map(({ name }) => name)
    if (names.length > 0) this.#options.note({ kind: 'line', thread, server, names, sent, answered: performance.now() })
    return names
  }

  close() {
    this.#http.destroy()
  }

  async #write(op: OwnerCall['op'], { reservation, session }: Won, server: number, path: string, more: { status?: string }): Promise<OwnerCall['outcome']> {
    const sent = performance.now()
    const { id, token, thread, generation } = reservation
    const answer = await this.#post(server, `/reservations/${id}/${path}`, { token, ...more })
    const code = codeOf(answer)
    const outcome: OwnerCall['outcome'] = answer?.status === 200 ? { is: 'done' } : code === null ? { is: 'unknown' } : { is: 'refused', code }
    this.#options.note({ kind: 'call', op, thread, server, session: session.id, generation, word: more.status ?? null, sent, answered: performance.now(), outcome })
    return outcome
  }

  #post = (server: number, path: string, body: object) => this.#call('POST', server, path, JSON.stringify(body))

  /** null: the server was away. */
  #call(method: string, server: number, path: string, body?: string): Promise<Answered | null> {
    const { servers, token } = this.#options
    return new Promise((resolve) => {
      const asked = request(`${servers[server]}/api/v1${path}`, {
        method, agent: this.#http,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }) },
      }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => this.#away.delete(server))
        response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) as unknown }))
        response.on('error', () => resolve(null))
      })
      asked.on('error', () => {
        this.#away.add(server)
        resolve(null)
      })
      asked.end(body)
    })
  }
}

/** Of a refusal that says that nothing was done; null for one that leaves it open. */
function codeOf(answer: Answered | null): string | null {
  if (!answer || answer.status >= 500) return null
  return (answer.body as { error?: { code: string } }).error?.code ?? null
}

function outcomeOf(answer: Answered | null): ReserveCall['outcome'] {
  if (answer?.status !== 200) {
    const code = codeOf(answer)
    return code === null ? { is: 'unknown' } : { is: 'refused', code }
  }
  const told = answer.body as Reserved
  if (told.outcome === 'live_owner') return { is: 'live_owner', owner: { session: told.owner.sessionId, generation: told.owner.generation } }
  return { is: 'reserved', session: told.session.id, generation: told.reservation.generation, again: told.again }
}
