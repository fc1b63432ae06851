import { type Finding, Findings } from './findings.ts'
import { type Target } from './document.ts'
import { judge } from './judge.ts'
import { dealCards, type Made, makeRequest } from './make-requests.ts'
import { probeHealth } from './probe-health.ts'
import { Random } from './random.ts'
import { figuresOf } from './report.ts'
import { type FuzzRequest } from './request.ts'
import { type FuzzAnswer, send } from './send.ts'
import { shrink } from './shrink.ts'
import { fuzzSockets } from './socket-events.ts'
import { type FuzzTarget, type Held } from './start-target.ts'
import { changedTables, readState } from './state.ts'

export type Run = {
  seed: number
  requests: number
  mustRefuse: number
  socketEvents: number
  seconds: number
  /** How often each status was answered, by operation. */
  statuses: Record<string, Record<number, number>>
  held: Held[]
  slowestProbeMs: number
  findings: Finding[]
}

type Options = {
  requests: number
  seed: number
  /** Judges what only a long run can show. */
  full?: boolean
  tell?: (asked: number) => void
}

const lanes = 4
const batchSize = 60
/** A run moves it by a few percent; a leak of a kilobyte a request would be a fifth within 10,000. */
const mostGrowth = 1.2
/** The server under test has no OpenID provider, and says so. */
const needsProvider = 'startOidc'
/** A password takes a tenth of a second; a machine that is shared makes it more. */
const longestBlockMs = 2_000

/** Batches in turn: of requests that must be refused and change nothing, and of all others. */
export async function runFuzz(target: FuzzTarget, { requests, seed, full = false, tell = () => {} }: Options): Promise<Run> {
  const { world, client, server } = target
  const random = new Random(seed)
  const cards = dealCards(target.targets, random)
  const findings = new Findings()
  const statuses: Run['statuses'] = {}
  const held = [await target.held()]
  const under = new Set<FuzzRequest>()
  const since = performance.now()
  let asked = 0
  let mustRefuse = 0

  async function ask({ target: about, request }: Made): Promise<number | null> {
    under.add(request)
    const answer = await send(world.port, request)
    if (await server.hasEnded()) return null
    under.delete(request)
    asked++
    const counts = (statuses[about.id] ??= {})
    counts[statusOf(answer)] = (counts[statusOf(answer)] ?? 0) + 1
    if (statusOf(answer) === 201) world.learn(about, JSON.parse((answer as FuzzAnswer).text))
    const verdict = judge(request, answer, world.secrets)
    if (!verdict || findings.has(verdict, about.id)) return statusOf(answer)
    const shows = async (smaller: FuzzRequest) => judge(smaller, await send(world.port, smaller), world.secrets)?.kind === verdict.kind
    findings.add(verdict, about.id, request.trick, await shrink(request, shows))
    return statusOf(answer)
  }

  /** Gives those that were refused. */
  async function askAll(batch: readonly Made[]): Promise<Made[]> {
    const queue = [...batch]
    const refusals: Made[] = []
    const lane = async () => {
      for (let made = queue.pop(); made && under.size <= lanes; made = queue.pop()) if (((await ask(made)) ?? 0) >= 400) refusals.push(made)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return refusals
  }

  async function askRefused(batch: readonly Made[]) {
    const before = await readState(client)
    const refusals = await askAll(batch)
    mustRefuse += batch.length
    // Who is taken the second time, because others have changed what it speaks of, may have written.
    if (refusals.length < batch.length && !batch.some(({ request }) => request.mustRefuse)) return
    const changed = changedTables(before, await readState(client))
    if (changed.length > 0) await findWriter(batch, changed)
  }

  /** One by one, with a look at the rows before and after: which of them was it? */
  async function findWriter(batch: readonly Made[], changed: string[]) {
    const writes = async (request: FuzzRequest) => {
      const before = await readState(client)
      await send(world.port, request)
      return changedTables(before, await readState(client)).length > 0
    }
    const verdict = { kind: 'wrote though refused', what: changed.join('; ') } as const
    for (const { request } of batch)
      if (await writes(request)) return findings.add(verdict, request.operation, request.trick, await shrink(request, writes))
    findings.add(verdict, 'one of a batch')
  }

  const probing = probeHealth(server.url)
  const refused: Made[] = []
  const free: Made[] = []
  while (asked < requests && !findings.isFull && !(await server.hasEnded())) {
    const { value: card } = cards.next()
    const request = makeRequest(card, random, world)
    ;(request.mustRefuse ? refused : free).push({ target: card.target, request })
    if (free.length === batchSize) await askRefused(await askAll(free.splice(0)))
    if (refused.length < batchSize) continue
    await askRefused(refused.splice(0))
    if (!(await server.hasEnded())) held.push(await target.held())
    tell(asked)
  }
  const count = (await server.hasEnded()) ? 0 : Math.ceil(requests / 10)
  const sockets = await fuzzSockets(target, random, count)
  for (const { trick, ...verdict } of sockets.findings) findings.add(verdict, 'sockets', trick)

  const { lost, slowestMs } = await probing.stop()
  if (await server.hasEnded()) {
    const what = server.log().slice(-2_000)
    if (under.size === 0) findings.add({ kind: 'process ended', what }, 'sockets', sockets.last)
    for (const request of under) findings.add({ kind: 'process ended', what }, request.operation, request.trick, request)
  } else {
    if (lost) findings.add({ kind: 'blocked', what: lost }, 'healthz')
    held.push(await target.held())
    if (full) judgeWhole({ held, statuses }, target.targets, findings)
  }
  return {
    seed, requests: asked, mustRefuse, socketEvents: sockets.sent, seconds: (performance.now() - since) / 1000,
    statuses, held, slowestProbeMs: slowestMs, findings: findings.all,
  }
}

/** What only a long run can show: memory that grows, a loop that stands still, an operation whose inside was never reached. */
function judgeWhole(run: Pick<Run, 'held' | 'statuses'>, targets: readonly Target[], findings: Findings) {
  const { heap, blocked } = figuresOf(run)
  const grown = `the last quarter holds ${heap.ratio.toFixed(2)} times what the second held`
  if (heap.ratio > mostGrowth) findings.add({ kind: 'memory', what: grown }, 'process')
  if (blocked > longestBlockMs) findings.add({ kind: 'blocked', what: `the loop stood still for ${blocked.toFixed(0)} ms` }, 'process')
  const done = (id: string) => Object.keys(run.statuses[id] ?? {}).some((status) => Number(status) < 400 && Number(status) > 0)
  for (const { id } of targets) if (!done(id) && id !== needsProvider) findings.add({ kind: 'never done', what: 'no request of the run was taken' }, id)
}

const statusOf = (answer: Awaited<ReturnType<typeof send>>) => (answer === null || answer === 'silent' ? 0 : answer.status)
