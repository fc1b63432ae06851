import { setTimeout as sleep } from 'node:timers/promises'
import { type RegisteredSession, type Session } from '../contract/sessions.ts'
import { apiOf, type Credentials } from './api.ts'

type Options = {
  token: string
  /** For what agents may not: deleting. */
  operator: Credentials
  servers: () => string[]
  lanes?: number
  /** Sessions that it keeps alive at the same time. */
  fleet?: number
  seed?: number
}

/** Writes through every server over HTTP, as agents and operators do, and remembers what it was answered. It judges nothing. */
export class FeedDriver {
  /** The highest version that an answer gave for each session; null: its delete was answered. */
  readonly answered = new Map<string, number | null>()
  writes = 0
  failures = 0
  readonly #options: Required<Options>
  readonly #live: string[] = []
  readonly #running: Promise<unknown>
  #stopped = false
  #seed: number

  constructor(options: Options) {
    this.#options = { lanes: 4, fleet: 12, seed: 7, ...options }
    this.#seed = this.#options.seed
    this.#running = Promise.all(Array.from({ length: this.#options.lanes }, () => this.#lane()))
  }

  get sessions(): readonly string[] {
    return this.#live
  }

  async stop() {
    this.#stopped = true
    await this.#running
  }

  async #lane() {
    while (!this.#stopped) {
      try {
        await this.#write()
      } catch {
        // A server or the database is away: an agent would try again too.
        this.failures++
        await sleep(10)
      }
    }
  }

  async #write() {
    const id = this.#live[Math.floor(this.#random() * this.#live.length)]
    if (id === undefined || this.#live.length < this.#options.fleet) return this.#register()
    const dice = this.#random()
    if (dice < 0.6) return this.#session('POST', id, '/progress', { activity: `step ${this.writes}` })
    if (dice < 0.8) return this.#session('PATCH', id, '', { labels: { step: String(this.writes) } })
    if (dice < 0.97) return this.#session('POST', id, '/usage', { inputTokens: this.writes })
    this.#live.splice(this.#live.indexOf(id), 1)
    await this.#session('POST', id, '/end', { status: 'complete' })
    if (dice < 0.985) return
    const { status } = await this.#call<unknown>('DELETE', `/sessions/${id}`, undefined, this.#options.operator)
    if (status === 200) this.answered.set(id, null)
  }

  async #register() {
    const given = { timeoutMs: 3_600_000, stallMs: 86_400_000 }
    const { body } = await this.#call<RegisteredSession>('POST', '/sessions', given)
    this.#live.push(body.session.id)
    this.answered.set(body.session.id, body.session.version)
  }

  async #session(method: string, id: string, verb: string, given: object) {
    const { body } = await this.#call<Session>(method, `/sessions/${id}${verb}`, given)
    const before = this.answered.get(id)
    if (before !== null && body.version > (before ?? 0)) this.answered.set(id, body.version)
  }

  async #call<Body>(method: string, path: string, body?: unknown, as: Credentials = this.#options.token) {
    const servers = this.#options.servers()
    const server = servers[Math.floor(this.#random() * servers.length)]!
    const answer = await apiOf(server, as)<Body>(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`)
    this.writes++
    return answer
  }

  /** mulberry32: the same choices for the same seed. */
  #random() {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let t = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
