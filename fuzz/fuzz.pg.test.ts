import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../test/postgres-cluster.ts'
import { describeFindings } from './report.ts'
import { runFuzz } from './run-fuzz.ts'
import { type FuzzTarget, startTarget } from './start-target.ts'

let target: FuzzTarget

beforeAll(async () => {
  target = await startTarget(await createDatabase())
})
afterAll(() => target.stop())

test.each([1, randomInt(2 ** 32)])('[API-2] [GEN-2] [GEN-6] odd requests are refused in one shape, leave no trace and end nothing (seed %i)', async (seed) => {
  const run = await runFuzz(target, { requests: 350, seed })
  expect(describeFindings(run)).toBe('')
  expect(run.requests).toBeGreaterThanOrEqual(350)
  expect(run.mustRefuse).toBeGreaterThan(100)
  expect(run.socketEvents).toBeGreaterThan(30)
}, 300_000)
