import { fleetPage } from './fleet-page.ts'
import { growth } from './growth.ts'
import { heartbeats } from './heartbeats.ts'
import { push } from './push.ts'
import { reservations } from './reservations.ts'

const benches: Record<string, () => Promise<void>> = { heartbeats, reservations, push, 'fleet-page': fleetPage, growth }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
// One after the other: side by side they would measure each other.
for (const name of asked.length > 0 ? asked : Object.keys(benches)) await benches[name]!()
process.exit(0)
