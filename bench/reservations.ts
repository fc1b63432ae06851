import { type Reserved } from '../contract/threads.ts'
import { here, openHouse, percentiles, perSecond, publish, times } from './house.ts'
import { pgbench } from './pgbench.ts'
import { type Answered, load, type RawHttp } from './raw-http.ts'

const configuration = { connections: 64, seconds: 15, fsync: 'on', servers: 1 }

/** Reserves a thread that nobody had for a new session, and releases it, which ends the session. */
export async function reserveAndRelease(line: RawHttp, thread: string, refuse: (answer: Answered) => void): Promise<number> {
  const reserved = await line.post('/threads/reserve', { workspace: 'bench', thread, session: { name: 'bench', harness: 'bench' } })
  const answer = reserved.status === 200 ? (JSON.parse(reserved.body) as Reserved) : null
  if (answer?.outcome !== 'reserved') {
    refuse(reserved)
    return 0
  }
  const { id, token } = answer.reservation
  const released = await line.post(`/reservations/${id}/release`, { token })
  if (released.status !== 200) refuse(released)
  return released.status === 200 ? 1 : 0
}

export async function reservations() {
  const { connections, seconds } = configuration
  const house = await openHouse()
  try {
    const url = await house.start()
    const ours = await load({ url, token: house.token, connections, seconds }, (line, n, refuse) => reserveAndRelease(line, `bench/${n}`, refuse))
    await house.stopServers()
    // The same rows in the same tables, statement by statement, by C without HTTP. The better of two numbers of clients.
    const same = await Promise.resolve()
      .then(() => pgbench(house.url, here('./reserve-release.sql'), { clients: 16, seconds }))
      .then(async (few) => Math.max(few, await pgbench(house.url, here('./reserve-release.sql'), { clients: 64, seconds })))
    await house.client.file(here('./reserve-setup.sql'))
    const narrow = await pgbench(house.url, here('./reserve.sql'), { clients: 64, seconds })
    const ratio = ours.perSecond / same
    publish('reservations', configuration, [
      { what: 'reserve + release over HTTP', value: perSecond(ours.perSecond) },
      { what: 'the same rows, statement by statement, pgbench', value: perSecond(same) },
      { what: 'ours / pgbench', value: times(ratio), target: '≥ 1.2×', met: ratio >= 1.2 },
      { what: 'reserve alone on narrow tables, pgbench', value: perSecond(narrow) },
    ], { ours: { perSecond: ours.perSecond, ms: percentiles(ours.latencies), failures: [...ours.failures] }, sameByPgbench: same, narrowByPgbench: narrow })
  } finally {
    await house.close()
  }
}
