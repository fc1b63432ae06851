import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SessionPage } from '../contract/sessions.ts'
import { apiOf } from '../test/api.ts'
import { here, openHouse, percentiles, publish, seedActive } from './house.ts'
import { type Receipt, type SocketsTask } from './push-sockets.ts'
import { RawHttp } from './raw-http.ts'

/** RT-2: from a change's row to every subscribed socket, with all sockets in the room of the whole fleet. */
const configuration = { sockets: 200, timedSockets: 20, changesPerSecond: 500, seconds: 20, sessions: 500, lanes: 64, servers: 1, fsync: 'on' }

export async function push() {
  const { sockets, timedSockets: timed, changesPerSecond, seconds, sessions, lanes } = configuration
  const house = await openHouse()
  try {
    await seedActive(house, sessions)
    const url = await house.start()
    const { feed } = (await apiOf(url, house.token)<SessionPage>('GET', '/sessions?limit=1')).body

    const listeners = fork(here('./push-sockets.ts'), { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
    listeners.send({ url, token: house.token, cursor: feed, timed, others: sockets - timed } satisfies SocketsTask)
    await once(listeners, 'message')
    const [{ first } = { first: 0 }] = await house.client<{ first: number }[]>`select coalesce(max(id), 0)::int as first from changes`

    // Open loop: what is due is sent by the next free lane, and how late that was counts as lateness of the load, not of ours.
    const free = await Promise.all(Array.from({ length: lanes }, () => RawHttp.open(url, house.token)))
    const under: Promise<unknown>[] = []
    let [sent, failures, late] = [0, 0, 0]
    const total = changesPerSecond * seconds
    const began = performance.now()
    while (sent < total) {
      const due = Math.min(((performance.now() - began) / 1000) * changesPerSecond, total)
      for (; sent < due && free.length > 0; sent++) {
        const line = free.pop()!
        const asked = line.post(`/sessions/bench-${(sent % sessions) + 1}/progress`, { activity: `step ${sent}` })
        under.push(asked.then(({ status }) => (failures += status === 200 ? 0 : 1)).finally(() => free.push(line)))
      }
      if (sent < due) late++
      await sleep(2)
    }
    await Promise.all(under)
    const took = (performance.now() - began) / 1000
    await sleep(1_000)

    listeners.send('report')
    const [receipts] = (await once(listeners, 'message')) as [Receipt[][]]
    // Postgres's clock, a little before the commit: the latency is rather too long than too short.
    const changes = await house.client<Receipt[]>`
      select entity, version::int, extract(epoch from at)::float8 * 1000 as at from changes where id > ${first} and topic = 'session' order by id`
    const { latencies, missing } = judge(receipts, changes)
    const ms = percentiles(latencies)
    publish('push', configuration, [
      { what: 'changes', value: `${Math.round(changes.length / took)}/s` },
      { what: 'told late or never', value: String(missing), target: '0', met: missing === 0 },
      { what: 'change → socket, p50', value: `${ms.p50} ms`, target: '< 60 ms', met: ms.p50 < 60 },
      { what: 'change → socket, p99', value: `${ms.p99} ms`, target: '< 250 ms', met: ms.p99 < 250 },
    ], { ms, receipts: latencies.length, missing, failures, roundsWithoutAFreeLane: late })
  } finally {
    await house.close()
  }
}

/** A merged frame tells of a change by a later version of the same entity. */
function judge(receipts: Receipt[][], changes: readonly Receipt[]) {
  const latencies: number[] = []
  let missing = 0
  for (const mine of receipts) {
    const byEntity = new Map<string, Receipt[]>()
    for (const receipt of mine) byEntity.set(receipt.entity, [...(byEntity.get(receipt.entity) ?? []), receipt])
    for (const change of changes) {
      const told = byEntity.get(change.entity)?.find(({ version }) => version >= change.version)
      if (told) latencies.push(told.at - change.at)
      else missing++
    }
  }
  return { latencies, missing }
}
