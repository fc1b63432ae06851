import { type House, openHouse, percentiles, publish, times } from './house.ts'
import { load } from './raw-http.ts'
import { reserveAndRelease } from './reservations.ts'

const configuration = { few: 1_000, many: 1_000_000, connections: 4, seconds: 15, rounds: 2, fsync: 'on', servers: 1 }

/** How long a reservation takes with a short and with a long past. Each round measures both ends, so that the machine's mood cancels out. */
export async function growth() {
  const { few, many, connections, seconds } = configuration
  const house = await openHouse()
  try {
    const url = await house.start()
    const measure = async (what: string) => {
      const { latencies, failures } = await load({ url, token: house.token, connections, seconds }, (line, n, refuse) =>
        reserveAndRelease(line, `${what}/${n}`, refuse),
      )
      return { ...percentiles(latencies), pairs: latencies.length, failures: [...failures] }
    }
    await past(house, 0, few)
    const short = await measure('short')
    for (let at = few; at < many; at += 100_000) await past(house, at, Math.min(many, at + 100_000))
    await house.client`vacuum analyze`
    await house.client`checkpoint`
    const long = await measure('long')
    const [p50, p99] = [long.p50 / short.p50, long.p99 / short.p99]
    publish('growth', configuration, [
      { what: 'reserve + release, 1 thousand past, p50', value: `${short.p50} ms` },
      { what: 'reserve + release, 1 million past, p50', value: `${long.p50} ms` },
      { what: 'p50, long / short', value: times(p50), target: '≤ 1.3×', met: p50 <= 1.3 },
      { what: 'p99, long / short', value: times(p99) },
    ], { short, long })
  } finally {
    await house.close()
  }
}

/** Ended sessions as they are left behind: each owned a thread of its own, in some hundred workspaces. */
async function past({ client, tokenId }: House, from: number, to: number) {
  await client`
    with numbers as (select n from generate_series(${from + 1}::int, ${to}::int) n),
    threads as (
      insert into threads (workspace, name, generation, reserved_at)
      select 'w' || n % 100, 'past/' || n, 1, now() - n * interval '1 s' from numbers n returning id, workspace, name),
    made as (
      insert into sessions (id, name, workspace, thread, thread_id, status, stall_ms, started_at, completed_at, registered_by, owner_id, announced_state)
      select replace(name, '/', '-'), name, workspace, name, id, 'complete', 600000, now() - interval '1 day', now() - interval '1 hour',
        'token bench', ${tokenId}, 'ended' from threads returning id, thread_id),
    beats as (insert into session_beats (session_id, last_beat_at, beats, timeout_ms, open) select id, now(), true, 45000, false from made)
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at, released_at, released_as)
    select thread_id, id, id, 1, md5(id), now() - interval '1 day', now() - interval '1 hour', 'complete' from made`
}
