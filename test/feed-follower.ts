import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type ClientEvents, type Frame, type JoinAnswer, type Room, type ServerEvents, socketPath } from '../contract/realtime.ts'
import { type SessionDetail, type SessionPage } from '../contract/sessions.ts'
import { apiOf, type Credentials, headersOf } from './api.ts'
import { type History, type Seen } from './feed-history.ts'

export type Line = Socket<ServerEvents, ClientEvents>

export function openLine(url: string, credentials: Credentials): Line {
  const who = typeof credentials === 'string' ? { auth: { token: credentials } } : { extraHeaders: headersOf(credentials, url) }
  return io(url, { path: socketPath, transports: ['websocket'], ...who, reconnection: false, forceNew: true, timeout: 2_000 })
}

type Place = { room: Room; cursor: string | null; seen: Seen[] }
type Options = {
  token: string
  rooms: Room[]
  /** Where to connect next, and where to take snapshots. Asked every time, because servers come and go. */
  line: () => string
  http: () => string
}

const retryMs = 25

/**
 * A client as the page is one: snapshot, join from its cursor, frames; after a drop it joins from the last cursor,
 * here or at another server; after a reset it takes a new snapshot. Writes down all that it saw.
 */
export class FeedFollower {
  readonly #places: Place[]
  readonly #options: Options
  readonly #running: Promise<void>
  #stopped = false
  #line: Line | null = null

  constructor(options: Options) {
    this.#options = options
    this.#places = options.rooms.map((room) => ({ room, cursor: null, seen: [] }))
    this.#running = this.#run()
  }

  get histories(): History[] {
    return this.#places.map(({ room, seen }) => ({ room, seen: [...seen] }))
  }

  count(kind: Seen['kind']) {
    return this.#places.flatMap(({ seen }) => seen).filter((event) => event.kind === kind).length
  }

  async stop() {
    this.#stopped = true
    this.#line?.disconnect()
    await this.#running
  }

  async #run() {
    while (!this.#stopped) {
      const server = this.#options.line()
      const line = (this.#line = openLine(server, this.#options.token))
      const closed = new Promise<void>((resolve) => {
        line.on('disconnect', () => resolve())
        line.on('connect_error', () => resolve())
      })
      line.on('feed:changed', (frame) => this.#note('frame', frame, server))
      line.on('room:behind', ({ room }) => {
        const place = this.#placeOf(room)
        place.seen.push({ kind: 'behind' })
        void this.#join(line, place, server)
      })
      line.on('connect', () => this.#places.forEach((place) => void this.#join(line, place, server)))
      await closed
      line.disconnect()
      for (const { seen } of this.#places) seen.push({ kind: 'lost' })
      if (!this.#stopped) await sleep(retryMs)
    }
  }

  async #join(line: Line, place: Place, server: string): Promise<void> {
    while (line.connected && !this.#stopped) {
      const cursor = place.cursor ?? (await this.#snapshot(line, place))
      if (cursor === 'gone') return
      if (cursor === null) {
        await sleep(retryMs)
        continue
      }
      const answer = await askToJoin(line, place, cursor, (frame) => this.#note('joined', frame, server))
      if (answer?.ok) return
      if (answer?.reset) {
        place.cursor = null
        place.seen.push({ kind: 'reset' })
      } else await sleep(retryMs)
    }
  }

  #note(kind: 'joined' | 'frame', { room, changes, cursor, serverNow }: Frame, server: string) {
    const place = this.#placeOf(room)
    place.cursor = cursor
    const told = changes.map(({ entity, version, body }) => ({ entity, version, gone: body === null }))
    place.seen.push({ kind, changes: told, cursor, serverNow, server })
  }

  /** null: nobody answered, or the line was lost meanwhile. */
  async #snapshot(line: Line, place: Place): Promise<string | null> {
    const path = place.room === 'fleet' ? '?limit=1000' : `/${place.room.slice('session:'.length)}`
    const call = apiOf(this.#options.http(), this.#options.token)
    const answer = await call<SessionPage | SessionDetail>('GET', `/sessions${path}`).catch(() => null)
    if (!line.connected || (answer?.status !== 200 && answer?.status !== 404)) return null
    const { status, body } = answer
    const items = status === 404 ? [] : 'items' in body ? body.items : [body.session]
    place.seen.push({ kind: 'snapshot', entities: Object.fromEntries(items.map(({ id, version }) => [id, version])) })
    if (status === 404) return 'gone'
    return (place.cursor = body.feed)
  }

  #placeOf(room: Room) {
    const place = this.#places.find((one) => one.room === room)
    if (!place) throw new Error(`told of ${room}, which was never joined`)
    return place
  }
}

/** The answer is written down in the tick in which it comes, so that its order among the frames is the server's. */
function askToJoin(line: Line, { room }: Place, cursor: string, onFrame: (frame: Frame) => void): Promise<JoinAnswer | null> {
  return new Promise((resolve) => {
    line.once('disconnect', () => resolve(null))
    line.timeout(5_000).emit('room:join', { room, cursor }, (error, answer) => {
      if (error) return resolve(null)
      if (answer.ok) onFrame(answer.frame)
      resolve(answer)
    })
  })
}
