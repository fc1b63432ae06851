import { describe, expect, test } from 'vitest'
import { judgeReservations } from './reservation-checker.ts'
import { type OwnerCall, type ReservationEvent, type ReserveCall, type Tenure, type Told } from './reservation-history.ts'

const thread = 't'
type Times = [sent: number, answered: number]
const call = ([sent, answered]: Times) => ({ kind: 'call' as const, thread, server: 0, sent, answered })
const got = (session: string, generation: number, times: Times, more: Partial<ReserveCall> = {}): ReserveCall =>
  ({ ...call(times), op: 'reserve', who: session, waitMs: 0, outcome: { is: 'reserved', session, generation, again: false }, ...more })
const lost = (who: string, owner: Told, times: Times, waitMs = 0): ReserveCall => ({ ...call(times), op: 'reserve', who, waitMs, outcome: { is: 'live_owner', owner } })
const wrote = (op: OwnerCall['op'], session: string, generation: number, times: Times, is: 'done' | 'unknown' = 'done', word: string | null = op === 'release' ? 'merged' : null): OwnerCall =>
  ({ ...call(times), op, session, generation, word, outcome: { is } })
const row = (session: string, generation: number, reservedAt: number, releasedAt: number | null): Tenure =>
  ({ kind: 'tenure', thread, session, generation, reservedAt, releasedAt, releasedAs: releasedAt === null ? null : 'complete' })
const line = (names: string[], times: Times): ReservationEvent => ({ ...call(times), kind: 'line', names })

const rows = [row('a', 1, 100, 200), row('b', 2, 200, null)]
const good: ReservationEvent[] = [
  got('a', 1, [0, 10]), lost('x', { session: 'a', generation: 1 }, [0, 12]), wrote('beat', 'a', 1, [11, 15]),
  line(['b'], [16, 18]), wrote('release', 'a', 1, [20, 30], 'done', 'complete'), got('b', 2, [5, 31], { waitMs: 1000 }),
  lost('y', { session: 'b', generation: 2 }, [25, 33]), lost('z', { session: 'a', generation: 1 }, [19, 40]), ...rows,
]
const bad: Record<string, [ReservationEvent[], RegExp]> = {
  'two owners by the rows': [[row('a', 1, 100, 201), row('b', 2, 200, null)], /same time/],
  'an owner that never ended, and a next one': [[row('a', 1, 100, null), row('b', 2, 200, null)], /same time/],
  'a gap in the generations': [[row('a', 1, 100, 150), row('b', 3, 200, null)], /generation 3 is number 2/],
  'one generation for two': [[...rows, got('a', 1, [0, 10]), got('c', 1, [0, 11])], /given to a and c/],
  'a grant that the rows know nothing of': [[...rows, got('c', 3, [0, 11])], /nobody's in the rows/],
  'a generation that falls': [[...rows, got('b', 2, [0, 10]), got('a', 1, [11, 12])], /1 was given after 2/],
  'the same generation again, as if it were new': [[...rows, got('a', 1, [0, 10]), got('a', 1, [11, 12])], /1 was given after 1/],
  'a beat of the former owner that was taken': [[...rows, got('b', 2, [0, 10]), wrote('beat', 'a', 1, [11, 12])], /taken after b/],
  'a release of the former owner that was taken': [[...rows, got('b', 2, [0, 10]), wrote('release', 'a', 1, [11, 12])], /taken after b/],
  'a loser that was told somebody who never had it': [[...rows, lost('x', { session: 'c', generation: 2 }, [0, 9])], /never had that/],
  'a loser that was told who released before': [[...rows, wrote('release', 'a', 1, [0, 9]), lost('x', { session: 'a', generation: 1 }, [10, 12])], /after that was released/],
  'a loser that was told the owner before last': [[...rows, got('b', 2, [0, 9]), lost('x', { session: 'a', generation: 1 }, [10, 12])], /after b \(2\) had it/],
  'a loser that was told one who had not asked yet': [[...rows, lost('x', { session: 'b', generation: 2 }, [0, 5]), got('b', 2, [6, 9])], /before that was asked for/],
  'a newcomer that passed one who got it later': [[row('n', 1, 1, 2), row('w', 2, 3, null), line(['w'], [5, 6]), got('n', 1, [7, 9]), got('w', 2, [0, 20], { waitMs: 1000 })], /w waited .* passed by n/],
  'a newcomer that got it while another waited in vain': [[row('n', 1, 1, null), line(['w'], [5, 6]), got('n', 1, [7, 9]), lost('w', { session: 'n', generation: 1 }, [0, 1001], 1000)], /w waited .* passed by n/],
}

test('a whole history passes: a grant, losers, a beat, a release, a line, overlaps that could be either way', () => {
  expect(judgeReservations(good)).toEqual([])
})

describe.each(Object.entries(bad))('%s', (_what, [events, finding]) => {
  test('is found', () => {
    expect(judgeReservations(events).join('\n')).toMatch(finding)
  })
})

test('what can not be known is not held against anybody', () => {
  const newcomer = [row('n', 1, 1, 2), row('w', 2, 3, null), line(['w'], [5, 6]), got('n', 1, [7, 9]), got('w', 2, [0, 20], { waitMs: 1000 })]
  expect(judgeReservations([...newcomer, { kind: 'fault', what: 'a server was killed', from: 4, to: 6 }])).toEqual([])
  expect(judgeReservations([...rows, got('b', 2, [0, 10]), wrote('release', 'a', 1, [11, 12], 'unknown')])).toEqual([])
  expect(judgeReservations([...rows, got('b', 2, [0, 10]), wrote('release', 'a', 1, [11, 12], 'done', 'complete')])).toEqual([])
  expect(judgeReservations([row('w', 1, 1, null), got('w', 1, [0, 9], { outcome: { is: 'reserved', session: 'w', generation: 1, again: false } }), got('w', 1, [10, 12], { outcome: { is: 'reserved', session: 'w', generation: 1, again: true } })])).toEqual([])
})
