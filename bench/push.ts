import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RegisteredSession, type SessionPage } from '../contract/sessions.ts'
import { MakeToken } from '../contract/tokens.ts'
import { connect } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { type Context, systemActor } from '../server/context.ts'
import { makeToken } from '../server/tokens/make-token.ts'
import { apiOf } from '../test/api.ts'
import { startThrowawayCluster } from '../test/start-cluster.ts'
import { type Receipt, type SocketsTask } from './push-sockets.ts'

/** RT-2: from a change's row to every subscribed socket, with all sockets in the room of the whole fleet. */
const configuration = { sockets: 200, timedSockets: 20, changesPerSecond: 500, seconds: 15, sessions: 500, servers: 1, fsync: 'on' }
const { sockets, timedSockets: timed, changesPerSecond, seconds, sessions } = configuration
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const cluster = await startThrowawayCluster({ runPid: process.pid, settings: { fsync: 'on', full_page_writes: 'on' } })
await migrate(cluster.url)
const { db, client, close } = connect(cluster.url, 2)
const system: Context = { db, actor: systemActor('bench', 'bench'), settings: { sessionRetentionMs: 1e9 }, hint: () => {} }
const { secret: token } = await makeToken(system, MakeToken.parse({ name: 'bench', role: 'agent' }))
const server = spawn(process.execPath, ['--import', 'tsx', here('../server/index.ts')], {
  env: { ...process.env, DATABASE_URL: cluster.url, PORT: '0', MUSTER_PAGES: 'off', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise<string>((resolve) => {
  let out = ''
  server.stdout.on('data', (chunk: Buffer) => {
    const started = /running at (http:\S+)\n/.exec((out += chunk.toString()))
    if (started) resolve(started[1]!)
  })
})
const api = apiOf(url, token)

const ids: string[] = []
for (let n = 0; n < sessions; n++)
  ids.push((await api<RegisteredSession>('POST', '/sessions', { timeoutMs: 3_600_000, stallMs: 86_400_000, harness: 'bench', model: 'none' })).body.session.id)
const { feed } = (await api<SessionPage>('GET', '/sessions?limit=1')).body

const listeners = fork(here('./push-sockets.ts'), { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
listeners.send({ url, token, cursor: feed, timed, others: sockets - timed } satisfies SocketsTask)
await once(listeners, 'message')
const [{ first }] = (await client`select coalesce(max(id), 0)::int as first from changes`) as unknown as [{ first: number }]

// Open loop: what is due is sent, whether or not what was sent before has been answered.
const answers: Promise<unknown>[] = []
let failures = 0
const began = performance.now()
for (let sent = 0; sent < changesPerSecond * seconds; ) {
  const due = Math.min(((performance.now() - began) / 1000) * changesPerSecond, changesPerSecond * seconds)
  for (; sent < due; sent++) answers.push(api('POST', `/sessions/${ids[sent % sessions]}/progress`, { activity: `step ${sent}` }).catch(() => failures++))
  await sleep(2)
}
await Promise.all(answers)
const took = (performance.now() - began) / 1000
await sleep(1_000)

listeners.send('report')
const [receipts] = (await once(listeners, 'message')) as [Receipt[][]]
// Postgres's clock, a little before the commit: the latency is rather too long than too short.
const changes = (await client`
  select entity, version::int, extract(epoch from at)::float8 * 1000 as at from changes where id > ${first} order by id`) as unknown as Receipt[]
const latencies: number[] = []
let missing = 0
for (const mine of receipts) {
  const byEntity = groupByEntity(mine)
  for (const change of changes) {
    const told = byEntity.get(change.entity)?.find(({ version }) => version >= change.version)
    if (told) latencies.push(told.at - change.at)
    else missing++
  }
}
latencies.sort((a, b) => a - b)
const at = (share: number) => Math.round(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]! * 10) / 10
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpus: os.cpus().length, model: os.cpus()[0]!.model, loadAverage: os.loadavg(), node: process.version },
  configuration,
  changesPerSecond: Math.round(changes.length / took),
  receipts: latencies.length, missing, failures,
  milliseconds: { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) },
}
console.log(result)
mkdirSync(here('./results'), { recursive: true })
writeFileSync(here('./results/push.json'), `${JSON.stringify(result, null, 2)}\n`)

server.kill('SIGTERM')
await once(server, 'exit')
await close()
await cluster.stop()

function groupByEntity(receipts: Receipt[]) {
  const groups = new Map<string, Receipt[]>()
  for (const receipt of receipts) groups.set(receipt.entity, [...(groups.get(receipt.entity) ?? []), receipt])
  return groups
}
