import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests } from './count-tests.mjs'

const project = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function count(report?: object) {
  const file = path.join(folder, 'report.json')
  mkdirSync(folder, { recursive: true })
  if (report) writeFileSync(file, JSON.stringify(report))
  else rmSync(file, { force: true })
  return countTests(path.relative(project, file))
}

test('a Vitest report, where a file that did not load is one failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [] },
  ]
  expect(count({ numPassedTests: 5, numFailedTests: 1, testResults })).toEqual({ passed: 5, failed: 2 })
})

test('a Playwright report, where an error outside of tests is one failure', () => {
  const stats = { expected: 7, flaky: 0, unexpected: 2, skipped: 1 }
  expect(count({ stats, errors: [{}] })).toEqual({ passed: 7, failed: 3 })
})

test('no report, no tests', () => {
  expect(count()).toEqual({ passed: 0, failed: 0 })
})
