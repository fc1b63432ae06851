import { randomInt } from 'node:crypto'
import { maxBeats } from '../contract/liveness.ts'
import { here, openHouse, percentiles, perSecond, publish, seedActive, times } from './house.ts'
import { pgbench } from './pgbench.ts'
import { load } from './raw-http.ts'

const configuration = { sessions: 10_000, connections: 64, batchConnections: 8, batch: maxBeats, seconds: 10, fsync: 'on', servers: 1 }

/** Beats by HTTP: one by one through the merger, in batches, and beside them one UPDATE for each, by Fastify and by pgbench. */
export async function heartbeats() {
  const { sessions, connections, batchConnections, batch, seconds } = configuration
  const house = await openHouse()
  try {
    await seedActive(house, sessions)
    const some = () => `bench-${randomInt(1, sessions + 1)}`
    const single = (path: (id: string) => string) => async (url: string) =>
      load({ url, token: house.token, connections, seconds }, async (line, _n, refuse) => {
        const answer = await line.post(path(some()))
        if (answer.status !== 200) refuse(answer)
        return answer.status === 200 ? 1 : 0
      })

    const one = await single((id) => `/sessions/${id}/heartbeat`)(await house.start('./one-update-server.ts'))
    await house.stopServers()
    const url = await house.start()
    const merged = await single((id) => `/sessions/${id}/heartbeat`)(url)
    const batched = await load({ url, token: house.token, connections: batchConnections, seconds }, async (line, n, refuse) => {
      const from = (n * batch) % sessions
      const answer = await line.post('/heartbeats', { sessions: Array.from({ length: batch }, (_, k) => `bench-${((from + k) % sessions) + 1}`) })
      if (answer.status !== 200 || answer.body.includes('"code"')) refuse(answer)
      return answer.status === 200 ? batch : 0
    })
    await house.stopServers()
    await house.client.file(here('./beat-setup.sql'))
    const bare = await pgbench(house.url, here('./beat.sql'), { clients: 16, seconds })

    const ratio = merged.perSecond / one.perSecond
    const batchRatio = batched.perSecond / merged.perSecond
    publish('heartbeats', configuration, [
      { what: 'one UPDATE for each, Fastify, same sign-in', value: perSecond(one.perSecond) },
      { what: 'one UPDATE for each, pgbench, 16 clients', value: perSecond(bare) },
      { what: 'single, merged', value: perSecond(merged.perSecond) },
      { what: 'single / one UPDATE for each', value: times(ratio), target: '≥ 2×', met: ratio >= 2 },
      { what: `batches of ${batch}`, value: perSecond(batched.perSecond) },
      { what: 'batch', value: times(batchRatio), target: '≥ 100,000/s or 10 × single', met: batched.perSecond >= 100_000 || batchRatio >= 10 },
    ], {
      oneUpdate: { perSecond: one.perSecond, ms: percentiles(one.latencies), failures: [...one.failures] },
      pgbench: { perSecond: bare },
      single: { perSecond: merged.perSecond, ms: percentiles(merged.latencies), failures: [...merged.failures] },
      batch: { perSecond: batched.perSecond, ms: percentiles(batched.latencies), failures: [...batched.failures] },
    })
  } finally {
    await house.close()
  }
}
