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
const verdict = async (status: string, lastBeatAt: string | null, timeoutMs: number, age: string) => {
  const [row] = await client`
    select session_verdict(${status}, ${lastBeatAt}::timestamptz, ${timeoutMs}::int, ${beat}::timestamptz + ${age}::interval) as verdict`
  return row!.verdict as string
}
const progress = async (judged: string, waitingFor: string | null, lastProgressAt: string | null, age: string) => {
  const [row] = await client`
    select session_progress(${judged}, ${waitingFor}, ${lastProgressAt}::timestamptz, 600000, ${beat}::timestamptz + ${age}::interval) as progress`
  return row!.progress as string | null
}

describe('[LIV-3] silence, at the default timeout of 45 s', () => {
  test.each([
    ['0 ms', 'alive'], ['22499 ms', 'alive'], ['22499.999 ms', 'alive'], ['22500 ms', 'quiet'], ['44999 ms', 'quiet'],
    ['45000 ms', 'quiet'], ['45000.001 ms', 'dead'], ['45001 ms', 'dead'], ['400 days', 'dead'], ['-5 s', 'alive'],
  ])('of %s is %s', async (age, expected) => {
    expect(await verdict('active', beat, 45_000, age)).toBe(expected)
  })
})

test.each([[5_000, '5 s', '5001 ms'], [3_600_000, '1 h', '3600001 ms'], [5_001, '5001 ms', '5002 ms']])(
  '[LIV-3] a timeout of %d ms ends at %s and not before',
  async (timeoutMs, within, past) => {
    expect(await verdict('active', beat, timeoutMs, within)).toBe('quiet')
    expect(await verdict('active', beat, timeoutMs, past)).toBe('dead')
  },
)

test('[LIV-2] who is not active has ended, whatever the beats say; who never beat is unknown', async () => {
  for (const status of ['complete', 'merged', 'abandoned'])
    for (const last of [beat, null]) expect(await verdict(status, last, 45_000, '1 s')).toBe('ended')
  expect(await verdict('active', null, 45_000, '400 days')).toBe('unknown')
})

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
