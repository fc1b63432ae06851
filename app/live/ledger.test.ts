import { expect, test } from 'vitest'
import { keepBeat } from './keep-beat.ts'
import { Ledger } from './ledger.ts'
import { aSession } from '../../contract/session-fixture.ts'

const at = (version: number, activity: string | null = null) => ({ id: 'a', version, body: aSession({ id: 'a', version, activity }) })

test('an older version after a newer one is dropped (RT-5)', () => {
  const ledger = new Ledger()
  expect(ledger.take(at(3), 10, 0, 'feed')).not.toBeNull()
  expect(ledger.take(at(2), 20, 0, 'feed')).toBeNull()
  expect(ledger.get('a')?.version).toBe(3)
})

test('a tombstone is remembered: neither an older change nor an older snapshot brings it back', () => {
  const ledger = new Ledger()
  ledger.take({ id: 'a', version: 4, body: null }, 10, 0, 'feed')
  expect(ledger.take(at(3), 20, 0, 'feed')).toBeNull()
  expect(ledger.take(at(4), 20, 0, 'snapshot')).toBeNull()
  expect(ledger.settle(at(3).body, 30, 0)).toBeNull()
})

test('of two readings of one version the later one wins: beats do not raise the version', () => {
  const ledger = new Ledger()
  ledger.take(at(3, 'early'), 10, 0, 'snapshot')
  expect(ledger.take(at(3, 'late'), 20, 0, 'snapshot')?.after?.activity).toBe('late')
  expect(ledger.take(at(3, 'early'), 10, 0, 'snapshot')).toBeNull()
})

test('[UI-3] a change that was written before a beat that we have read does not take the beat back', () => {
  const ledger = new Ledger(keepBeat)
  const beat = (version: number, lastBeatAt: string | null) => ({ id: 'a', version, body: aSession({ id: 'a', version, lastBeatAt }) })
  ledger.take(beat(3, '2026-01-01T10:00:20.000Z'), 10, 0, 'snapshot')
  expect(ledger.take(beat(4, '2026-01-01T10:00:05.000Z'), 20, 0, 'feed')?.after).toMatchObject({ version: 4, lastBeatAt: '2026-01-01T10:00:20.000Z' })
  expect(ledger.take(beat(5, '2026-01-01T10:00:25.000Z'), 30, 0, 'feed')?.after?.lastBeatAt).toBe('2026-01-01T10:00:25.000Z')
  expect(ledger.take(beat(6, null), 40, 0, 'feed')?.after?.lastBeatAt).toBeNull()
})

test('a new epoch forgets all, because versions may have gone back', () => {
  const ledger = new Ledger()
  ledger.take(at(9), 10, 0, 'feed')
  ledger.clear()
  expect(ledger.take(at(2), 20, 0, 'feed')).not.toBeNull()
})

test('news says what was known before', () => {
  const ledger = new Ledger()
  expect(ledger.take(at(1, 'one'), 10, 0, 'feed')?.before).toBeUndefined()
  expect(ledger.take(at(2, 'two'), 20, 0, 'feed')?.before?.activity).toBe('one')
})

test('what is older than the feed is kept is forgotten', () => {
  const ledger = new Ledger()
  ledger.take(at(1), 10, 0, 'feed')
  ledger.forgetOld(3_600_000)
  expect(ledger.get('a')).toBeDefined()
  ledger.forgetOld(3_600_001)
  expect(ledger.get('a')).toBeUndefined()
})
