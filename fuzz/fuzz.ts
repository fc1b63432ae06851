import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { startThrowawayCluster } from '../test/start-cluster.ts'
import { describeFindings, describeRun, reportOf } from './report.ts'
import { runFuzz } from './run-fuzz.ts'
import { startTarget } from './start-target.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '12000' }, seed: { type: 'string' } } })
const requests = Number(values.requests)
const seed = values.seed === undefined ? randomInt(2 ** 32) : Number(values.seed)
console.log(`Seed ${seed}: npm run fuzz -- --requests ${requests} --seed ${seed} deals the same again.`)

const started: { stop: () => Promise<unknown> }[] = []
const stopAll = async () => {
  for (const one of started.splice(0).toReversed()) await one.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll().then(() => process.exit(130)))

let told = 0
const tell = (asked: number) => {
  if (asked < told + requests / 10) return
  told = asked
  console.log(`${asked} of ${requests}`)
}

try {
  const cluster = await startThrowawayCluster({ runPid: process.pid })
  started.push(cluster)
  await migrate(cluster.url)
  const target = await startTarget(cluster.url)
  started.push(target)
  const run = await runFuzz(target, { requests, seed, full: requests >= 5_000, tell })
  const folder = fileURLToPath(new URL('../reports', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/fuzz.json`, `${JSON.stringify(reportOf(run), null, 2)}\n`)
  console.log(`\n${describeRun(run)}`)
  if (run.findings.length > 0) console.error(describeFindings(run))
  process.exitCode = run.findings.length > 0 ? 1 : 0
} finally {
  await stopAll()
}
