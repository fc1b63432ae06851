import { expect, inject, test } from 'vitest'
import { soakReservations } from './run-soak.ts'

test('[RSV-1] [RSV-3] [RSV-4] [RSV-9] a short soak: racers through two servers, deaths, a killed server, a restarted Postgres', async () => {
  const size = { rounds: 16, racers: 24, waiters: 3, lanes: 3, faults: 2 }
  const { tally, findings, counts, faults, logs } = await soakReservations(size, inject('postgres').runPid)
  expect(findings).toEqual([])
  expect(tally.rounds).toBeGreaterThanOrEqual(size.rounds)
  expect(faults.map(({ what }) => what)).toEqual(['the second server was killed and restarted', 'Postgres was restarted'])
  for (const what of ['reserve reserved', 'reserve live_owner', 'reserve reserved (waiting)', 'release done', 'tenure', 'line']) expect(counts[what], what).toBeGreaterThan(0)
  expect(logs.join('\n')).not.toMatch(/that nobody foresaw/)
}, 180_000)
