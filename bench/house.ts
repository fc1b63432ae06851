import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { MakeToken } from '../contract/tokens.ts'
import { connect } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { type Context, systemActor } from '../server/context.ts'
import { makeToken } from '../server/tokens/make-token.ts'
import { startThrowawayCluster } from '../test/start-cluster.ts'

export const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** A durable Postgres of its own, migrated, with a token; and server processes on it as they are asked for. */
export async function openHouse() {
  const cluster = await startThrowawayCluster({
    runPid: process.pid,
    settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', shared_buffers: '256MB', autovacuum_naptime: '10s' },
  })
  await migrate(cluster.url)
  const { db, client, close } = connect(cluster.url, 4)
  const system: Context = { db, actor: systemActor('bench', 'bench'), settings: { sessionRetentionMs: 1e12, deadGraceMs: null }, hint: () => {} }
  const { secret: token, token: { id: tokenId } } = await makeToken(system, MakeToken.parse({ name: 'bench', role: 'agent' }))
  const ends: (() => Promise<unknown>)[] = []

  async function start(entry = '../server/index.ts', more: Record<string, string> = {}): Promise<string> {
    const server = spawn(process.execPath, ['--import', 'tsx', here(entry)], {
      env: {
        ...process.env, DATABASE_URL: cluster.url, PORT: '0', MUSTER_PAGES: 'off', LOG_LEVEL: 'error',
        MUSTER_RATE_PER_SECOND: '1000000', MUSTER_SESSION_RETENTION_DAYS: '36500', ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    ends.unshift(async () => {
      if (server.exitCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    })
    let out = ''
    return new Promise((resolve, reject) => {
      server.stdout.on('data', (chunk: Buffer) => {
        const started = /running at (http:\S+)\n/.exec((out += chunk.toString()))
        if (started) resolve(started[1]!)
      })
      server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
  }

  return {
    url: cluster.url, db, client, system, token, tokenId, start,
    stopServers: async () => {
      for (const end of ends.splice(0)) await end()
    },
    close: async () => {
      for (const end of ends) await end()
      await close()
      await cluster.stop()
    },
  }
}
export type House = Awaited<ReturnType<typeof openHouse>>

/** Active sessions of the bench's token that stay alive for an hour, as registering makes them. */
export async function seedActive({ client, tokenId }: House, count: number, prefix = 'bench') {
  await client`
    with made as (
      insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, last_progress_at, registered_by, owner_id, harness, model, announced_state)
      select ${prefix} || '-' || n, 'bench agent ' || n, 'bench', 'work/' || n, gen_random_uuid(), 86400000, clock_timestamp(), clock_timestamp(),
        'token bench', ${tokenId}, 'bench', 'none', 'heartbeat progressing'
      from generate_series(1, ${count}::int) n returning id)
    insert into session_beats (session_id, last_beat_at, beats, timeout_ms) select id, clock_timestamp(), true, 3600000 from made`
  await client`vacuum analyze sessions, session_beats`
}

export const machine = () => ({
  cpus: os.cpus().length, model: os.cpus()[0]!.model, memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  loadAverageAtStart: startLoad, node: process.version,
})
const startLoad = os.loadavg().map((load) => Math.round(load * 100) / 100)

export type Row = { what: string; value: string; target?: string; met?: boolean }

/** A table for people, and JSON for those who compare runs. */
export function publish(name: string, configuration: object, rows: Row[], figures: object) {
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n${name}  ${JSON.stringify(configuration)}`)
  for (const { what, value, target, met } of rows)
    console.log(`  ${what.padEnd(width)}  ${value.padStart(14)}${target ? `   ${met ? '✓' : '✗'} ${target}` : ''}`)
  mkdirSync(here('./results'), { recursive: true })
  const result = { name, measuredAt: new Date().toISOString(), machine: machine(), configuration, rows, figures }
  writeFileSync(here(`./results/${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`
export const times = (ratio: number) => `${ratio.toFixed(2)}×`

export function percentiles(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 100) / 100
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) }
}
