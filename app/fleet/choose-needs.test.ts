import { expect, test } from 'vitest'
import { aSession } from '../../contract/session-fixture.ts'
import { type Session } from '../../contract/sessions.ts'
import { chooseNeeds } from './choose-needs.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()
const waiting = (id: string, minute: number) => aSession({ id, progress: 'waiting', lastProgressAt: at(minute) })
const dead = (id: string, minute: number): Session => {
  const one = aSession({ id, progress: null, lastProgressAt: at(0) })
  return { ...one, liveness: { ...one.liveness, verdict: 'dead', reason: 'process_gone', since: at(minute) } }
}
const ids = (sessions: Session[]) => sessions.map(({ id }) => id)

test('[UI-1] who needs a person stands by need, the longest first', () => {
  const stalled = aSession({ id: 's', progress: 'stalled', lastProgressAt: at(1) })
  expect(ids(chooseNeeds([dead('d', 0), stalled, waiting('new', 9), waiting('old', 2)], 9))).toEqual(['old', 'new', 's', 'd'])
})

test('[UI-1] many who wait do not hide the one that died', () => {
  const many = Array.from({ length: 40 }, (_, n) => waiting(`w${n}`, n))
  expect(ids(chooseNeeds([...many, dead('d2', 5), dead('d1', 3)], 4))).toEqual(['w0', 'w1', 'w2', 'd1'])
})

test('[UI-2] a newcomer moves nobody who is shown', () => {
  const before = [waiting('a', 1), waiting('b', 2)]
  expect(ids(chooseNeeds([waiting('c', 3), ...before], 4)).slice(0, 2)).toEqual(ids(chooseNeeds(before, 4)))
})
