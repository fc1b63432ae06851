import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine } from '../house.ts'
import { soakReservations, type SoakSize } from './run-soak.ts'

const given = (name: string, usual: number) => Number(process.env[name] ?? usual)
const size: SoakSize = {
  rounds: given('SOAK_ROUNDS', 1000), racers: given('SOAK_RACERS', 64), waiters: given('SOAK_WAITERS', 6), lanes: given('SOAK_LANES', 6), faults: given('SOAK_FAULTS', 6),
}
const results = fileURLToPath(new URL('../results', import.meta.url))
mkdirSync(results, { recursive: true })
const history = createWriteStream(`${results}/soak-reservations.jsonl`)

const started = new Date().toISOString()
const { tally, findings, counts, faults, logs, seconds } = await soakReservations(size, process.pid, (event) => history.write(`${JSON.stringify(event)}\n`))
const incidents = logs.flatMap((log) => log.split('\n').filter((line) => /that nobody foresaw|"level":60/.test(line)))
const summary = {
  name: 'soak-reservations', startedAt: started, seconds: Math.round(seconds), machine: machine(), size, tally, counts,
  faults: faults.map(({ what }) => what), findings: findings.slice(0, 100), unforeseen: incidents.slice(0, 20),
}
writeFileSync(`${results}/soak-reservations.json`, `${JSON.stringify(summary, null, 2)}\n`)
console.log(JSON.stringify(summary, null, 2))
history.end()
process.exitCode = findings.length + incidents.length > 0 ? 1 : 0
