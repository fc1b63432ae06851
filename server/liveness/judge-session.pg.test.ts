import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, connect } from '../../db/client.ts'
import { createDatabase } from '../../test/postgres-cluster.ts'

let client: Client
let close: () => Promise<void>

beforeAll(async () => {
  ;({ client, close } = connect(await createDatabase(), 1))
})
afterAll(() => close())

const beat = '2026-06-01 12:00:00+00'
const longAgo = '2020-01-01 00:00:00+00'

type Evidence = {
  status?: string
  bootId?: string | null
  currentBootId?: string | null
  goneReason?: string | null
  seenAt?: string | null
  lastBeatAt?: string | null
  timeoutMs?: number
  disconnectedAt?: string | null
  receivedSince?: string
  /** After the beat. */
  age?: string
}

const bootSince = '2026-06-01 11:00:00+00'
const goneAt = '2026-06-01 11:30:00+00'
const completedAt = '2026-06-01 11:45:00+00'

async function judge({
  status = 'active', bootId = null, currentBootId = null, goneReason = null, seenAt = null, lastBeatAt = null,
  timeoutMs = 45_000, disconnectedAt = null, receivedSince = longAgo, age = '1 s',
}: Evidence) {
  const [row] = await client<{ verdict: string; reason: string; since: string | null }[]>`
    select verdict, reason, to_jsonb(since) as since from judge_session(
      ${status}, ${completedAt}::timestamptz, ${bootId}, ${currentBootId}, ${bootSince}::timestamptz, ${goneReason}, ${goneAt}::timestamptz,
      ${seenAt}::timestamptz, ${lastBeatAt}::timestamptz, ${timeoutMs}::int, ${disconnectedAt}::timestamptz, ${receivedSince}::timestamptz,
      ${beat}::timestamptz + ${age}::interval)`
  return row!
}
const said = async (evidence: Evidence) => {
  const { verdict, reason } = await judge(evidence)
  return `${verdict} ${reason}`
}

describe('[LIV-3] silence, at the default timeout of 45 s', () => {
  test.each([
    ['0 ms', 'alive heartbeat'], ['22499 ms', 'alive heartbeat'], ['22499.999 ms', 'alive heartbeat'], ['22500 ms', 'quiet late'],
    ['44999 ms', 'quiet late'], ['45000 ms', 'quiet late'], ['45000.001 ms', 'dead heartbeat_expired'], ['45001 ms', 'dead heartbeat_expired'],
    ['400 days', 'dead heartbeat_expired'], ['-5 s', 'alive heartbeat'],
  ])('of %s is %s', async (age, expected) => {
    expect(await said({ lastBeatAt: beat, age })).toBe(expected)
  })
})

test.each([[5_000, '5 s', '5001 ms'], [3_600_000, '1 h', '3600001 ms'], [5_001, '5001 ms', '5002 ms']])(
  '[LIV-3] a timeout of %d ms ends at %s and not before',
  async (timeoutMs, within, past) => {
    expect(await said({ lastBeatAt: beat, timeoutMs, age: within })).toBe('quiet late')
    expect(await said({ lastBeatAt: beat, timeoutMs, age: past })).toBe('dead heartbeat_expired')
  },
)

describe('[LIV-2] the order of judgement', () => {
  const gone = { goneReason: 'process_gone' }
  const rebooted = { bootId: 'old', currentBootId: 'new' }
  const fresh = { lastBeatAt: beat, seenAt: beat }
  test.each<[string, Evidence, string]>([
    ['ended, whatever the evidence says', { status: 'complete', ...rebooted, ...gone, ...fresh }, 'ended ended'],
    ['abandoned is ended too', { status: 'abandoned', ...fresh }, 'ended ended'],
    ['rebooted, even with its process gone and a fresh beat', { ...rebooted, ...gone, ...fresh }, 'dead host_rebooted'],
    ['the same boot is no reboot', { bootId: 'new', currentBootId: 'new', ...fresh }, 'alive heartbeat'],
    ['a boot that nobody knows is none', { bootId: 'old', currentBootId: null, ...fresh }, 'alive heartbeat'],
    ['a session that names no boot is not judged by it', { bootId: null, currentBootId: 'new', ...fresh }, 'alive heartbeat'],
    ['gone, even with a fresh beat', { ...gone, ...fresh }, 'dead process_gone'],
    ['reused, even with a fresh beat', { goneReason: 'pid_reused', ...fresh }, 'dead pid_reused'],
    ['a beat decides before a sighting', { lastBeatAt: beat, seenAt: '2026-06-01 12:01:00+00', age: '61 s' }, 'dead heartbeat_expired'],
    ['who never beat lives by its process', { seenAt: beat, age: '45 s' }, 'alive process_seen'],
    ['and is unknown when that was seen too long ago', { seenAt: beat, age: '45001 ms' }, 'unknown no_evidence'],
    ['no evidence either way', {}, 'unknown no_evidence'],
    ['for as long as there is none', { age: '400 days' }, 'unknown no_evidence'],
  ])('%s', async (_, evidence, expected) => expect(await said(evidence)).toBe(expected))
})

describe('[LIV-5] a connection that dropped', () => {
  test('is quiet at once, and alive again with the next beat', async () => {
    expect(await said({ lastBeatAt: beat, disconnectedAt: '2026-06-01 12:00:00.5+00' })).toBe('quiet disconnected')
    expect(await said({ lastBeatAt: beat, disconnectedAt: '2026-06-01 11:59:59+00' })).toBe('alive heartbeat')
  })
  test('does not put off death', async () => {
    expect(await said({ lastBeatAt: beat, disconnectedAt: '2026-06-01 12:00:30+00', age: '45001 ms' })).toBe('dead heartbeat_expired')
  })
})

test('[LIV-1] the instant that it became so is computed from the evidence', async () => {
  const since = async (evidence: Evidence) => (await judge(evidence)).since
  expect(await since({ status: 'merged' })).toBe('2026-06-01T11:45:00+00:00')
  expect(await since({ bootId: 'old', currentBootId: 'new' })).toBe('2026-06-01T11:00:00+00:00')
  expect(await since({ goneReason: 'process_gone', lastBeatAt: beat })).toBe('2026-06-01T11:30:00+00:00')
  expect(await since({ lastBeatAt: beat })).toBe('2026-06-01T12:00:00+00:00')
  expect(await since({ lastBeatAt: beat, age: '30 s' })).toBe('2026-06-01T12:00:22.5+00:00')
  expect(await since({ lastBeatAt: beat, age: '1 day' })).toBe('2026-06-01T12:00:45+00:00')
  expect(await since({ lastBeatAt: beat, disconnectedAt: '2026-06-01 12:00:07+00', age: '9 s' })).toBe('2026-06-01T12:00:07+00:00')
  expect(await since({ seenAt: beat })).toBe('2026-06-01T12:00:00+00:00')
  expect(await since({})).toBeNull()
})

describe('[LIV-9] a time in which no server could take beats', () => {
  test('is nobody’s death: both the beat and the end of the gap have to be more than a timeout ago', async () => {
    const receivedSince = '2026-06-01 12:10:00+00'
    expect(await said({ lastBeatAt: beat, receivedSince, age: '10 min 45 s' })).toBe('quiet late')
    const dead = await judge({ lastBeatAt: beat, receivedSince, age: '10 min 45001 ms' })
    expect(dead).toEqual({ verdict: 'dead', reason: 'heartbeat_expired', since: '2026-06-01T12:10:45+00:00' })
  })
  test.each([['5 s', '2020-01-01T00:00:00+00:00'], ['5001 ms', '2026-06-01T12:00:05.001+00:00']])(
    'a row that was not touched for %s: beats are received since %s',
    async (age, expected) => {
      const [row] = await client`
        select to_jsonb(received_since(${longAgo}::timestamptz, ${beat}::timestamptz, ${beat}::timestamptz + ${age}::interval)) as since`
      expect(row!.since).toBe(expected)
    },
  )
})

const progress = async (judged: string, waitingFor: string | null, lastProgressAt: string | null, age: string) => {
  const [row] = await client`
    select session_progress(${judged}, ${waitingFor}, ${lastProgressAt}::timestamptz, 600000, ${beat}::timestamptz + ${age}::interval) as progress`
  return row!.progress as string | null
}

describe('[LIV-11] progress is a second axis', () => {
  test.each([['alive', 'progressing'], ['quiet', 'progressing'], ['dead', null], ['unknown', null], ['ended', null]])(
    'of one that is %s: %s',
    async (judged, expected) => expect(await progress(judged, null, beat, '1 s')).toBe(expected),
  )
  test.each([['10 min', 'progressing'], ['600001 ms', 'stalled'], ['1 day', 'stalled']])('after %s without progress: %s', async (age, expected) => {
    expect(await progress('alive', null, beat, age)).toBe(expected)
  })
  test('who waits for a person is waiting and not stalled', async () => {
    expect(await progress('quiet', 'permission', beat, '1 day')).toBe('waiting')
    expect(await progress('dead', 'permission', beat, '1 day')).toBeNull()
  })
})
