import { checkNode } from './check-node.mjs'

checkNode()
const { ensureInstalled } = await import('./install.mjs')
await ensureInstalled()
const { rmSync, existsSync } = await import('node:fs')
const { ensureBuilt } = await import('./build.mjs')
const { countTests } = await import('./count-tests.mjs')
const { browserHint, getBrowser } = await import('./get-browser.mjs')
const { getPostgres } = await import('./get-postgres.mjs')
const { inRoot, runTool, seconds } = await import('./project.mjs')

// What the caller's shell holds for a real Muster must not reach the ones under test.
const { NODE_ENV: _, DATABASE_URL: __, PORT: ___, MUSTER_DATA: ____, ...env } = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

const tool = (file, ...args) => async () => (await runTool(file, args, { env })).code === 0
const vitest = (project) =>
  tool('vitest/vitest.mjs', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=reports/${project}.json`)

async function types() {
  // Next writes the types of its routes, which the pages refer to.
  if (existsSync(inRoot('app')) && !(await tool('next/dist/bin/next', 'typegen')())) return false
  return tool('typescript/bin/tsc', '--noEmit')()
}

async function build() {
  const failure = await ensureBuilt()
  if (failure) console.error(failure)
  return !failure
}

async function endToEnd() {
  env.MUSTER_CHROMIUM = await getBrowser()
  if (env.MUSTER_CHROMIUM) return tool('@playwright/test/cli.js', 'test')()
  console.error(`There is no browser for the end-to-end tests. ${browserHint}`)
  return false
}

async function postgres() {
  await getPostgres()
  return vitest('pg')()
}

const stages = [
  { name: 'types', work: types },
  { name: 'lint', work: tool('oxlint/bin/oxlint', '--type-aware') },
  { name: 'unit', work: vitest('unit'), report: 'reports/unit.json' },
  { name: 'pg', work: postgres, report: 'reports/pg.json' },
  { name: 'build', work: build },
  { name: 'e2e', work: endToEnd, report: 'reports/e2e.json' },
]

const results = []
for (const { name, work, report } of stages) {
  console.log(`\n── ${name}`)
  const since = performance.now()
  if (report) rmSync(inRoot(report), { force: true })
  const ok = await work()
  const { passed, failed } = report ? countTests(report) : { passed: 0, failed: 0 }
  // A stage that fails without a failed test is itself the failure.
  results.push({ name, ok, report, passed, failed: ok ? failed : Math.max(failed, 1), took: seconds(since) })
}

console.log('')
for (const { name, ok, report, passed, failed, took } of results) {
  const tests = report ? `, ${passed} passed, ${failed} failed` : ''
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(6)} ${took}${tests}`)
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
