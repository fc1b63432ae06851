import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ReservationClient, type Won } from './reservation-client.ts'

export type Soak = {
  client: ReservationClient
  servers: string[]
  token: string
  rounds: number
  racers: number
  /** Of the racers of a round. */
  waiters: number
  lanes: number
  onRound?: (round: number) => void
  seed?: number
}
export type Tally = { rounds: number; deaths: number; killed: number; lateBeats: number; revived: number; released: number }

const timeoutMs = 5_000
const waitMs = 15_000

/**
 * So many rounds, in lanes: racers rush at a thread that is free, or whose owner fell silent; some of them wait in line.
 * Whoever gets it holds it a while and releases it, or falls silent, or is a process that is killed.
 */
export async function driveReservations({ client, servers, token, rounds, racers, waiters, lanes, onRound, seed = 7 }: Soak): Promise<Tally> {
  const tally: Tally = { rounds: 0, deaths: 0, killed: 0, lateBeats: 0, revived: 0, released: 0 }
  const random = mulberry(seed)
  const anywhere = () => (random() < 0.5 ? 0 : 1)

  /** Gives it when it fell silent. */
  async function own(won: Won): Promise<Won | null> {
    if (random() < 0.5) await client.beat(won, anywhere())
    if (random() < 0.08) {
      tally.deaths++
      return won
    }
    const keepSession = random() < 0.2
    const status = ['complete', 'merged', 'abandoned'][Math.floor(random() * 3)]!
    const said = await client.release(won, anywhere(), { status, keepSession })
    if (said.is === 'done') tally.released++
    // Again, late: it never frees the next one.
    if (random() < 0.2) await client.release(won, anywhere(), { status: 'complete' })
    return null
  }

  async function kill(thread: string, who: string): Promise<Won | null> {
    const child = spawn(process.execPath, [fileURLToPath(new URL('agent-process.mjs', import.meta.url))], {
      env: { ...process.env, BASE_URL: servers[anywhere()]!, TOKEN: token, THREAD: thread, NAME: who }, stdio: ['ignore', 'pipe', 'ignore'],
    })
    const said = await firstLine(child)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    tally.killed++
    const answer = said === null ? null : (JSON.parse(said) as Won)
    return answer?.outcome === 'reserved' ? answer : null
  }

  /** An agent whose server is away asks another one, in a while. */
  async function elsewhere(thread: string, n: number, who: string): Promise<Won | null> {
    if (!client.isAway(n % 2)) return null
    await sleep(200 + random() * 300)
    return client.reserve(thread, (n + 1) % 2, `${who}-elsewhere`, 0)
  }

  async function lane(number: number) {
    const thread = `lane/${number}`
    let silent: Won | null = null
    let silentSince = 0
    let threadId: string | undefined
    while (tally.rounds < rounds) {
      const round = ++tally.rounds
      onRound?.(round)
      if (!silent && random() < 0.02) {
        silent = await kill(thread, `r${round}-process`)
        silentSince = performance.now()
      }
      if (silent) await sleep(Math.max(0, timeoutMs + 50 - (performance.now() - silentSince)))
      const before = silent
      silent = null
      // Its beat comes late, in the middle of those who rush at its thread: it wins, or it is told.
      const late = before && random() < 0.5 ? sleep(random() * 20).then(() => client.beat(before, anywhere())) : null
      if (late) tally.lateBeats++
      const owning: Promise<void>[] = []
      const race = Array.from({ length: racers }, async (_, n) => {
        const who = `r${round}-${n}`
        const won = (await client.reserve(thread, n % 2, who, n < waiters ? waitMs : 0)) ?? (await elsewhere(thread, n, who))
        if (!won) return
        threadId ??= won.reservation.threadId
        owning.push(own(won).then((died) => {
          if (!died) return
          silent = died
          silentSince = performance.now()
        }))
      })
      const over = Promise.all(race)
      const watching = threadId === undefined ? null : watch(threadId, thread, over)
      await over
      await watching
      if ((await late)?.is === 'done' && before) {
        tally.revived++
        await client.release(before, anywhere(), { status: 'complete' })
      }
      await Promise.all(owning)
    }
  }

  /** Looks at the line now and then, so that it is known who stood in it. */
  async function watch(threadId: string, thread: string, over: Promise<unknown>) {
    let done = false
    void over.then(() => (done = true))
    while (!done) {
      await client.line(threadId, thread, anywhere())
      await sleep(25)
    }
  }

  await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)))
  return tally
}

async function firstLine(child: ChildProcess): Promise<string | null> {
  let text = ''
  for await (const chunk of child.stdout!) {
    text += (chunk as Buffer).toString()
    if (text.includes('\n')) return text.split('\n', 1)[0]!
  }
  return null
}

/** The same choices for the same seed. */
function mulberry(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
