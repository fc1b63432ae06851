import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const tsx = createRequire(import.meta.url).resolve('tsx')
const module = fileURLToPath(new URL('./parent-gone.ts', import.meta.url))
let folder: string
let started: ChildProcess | undefined

/** Writes what it notices; ends by itself so that no failing test leaves it behind. */
const fixture = `
import { appendFileSync } from 'node:fs'
import { onParentGone } from ${JSON.stringify(module)}
const say = (word) => appendFileSync(process.env.NOTES, word + '\\n')
onParentGone(() => { say('gone'); process.exit(0) }, 20)
setInterval(() => say('looked'), 20)
setTimeout(() => process.exit(1), 20_000)
say('up ' + process.pid)
`

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parent-gone-'))
  writeFileSync(path.join(folder, 'fixture.mts'), fixture)
  const start = `node --import ${tsx} fixture.mts`
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'x', scripts: { start, compound: `true && ${start}` } }))
})
afterEach(() => {
  started?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const notes = () => {
  try {
    return readFileSync(path.join(folder, 'notes'), 'utf8')
  } catch {
    return ''
  }
}

function run(command: string, args: string[]) {
  const env = { ...process.env, NOTES: path.join(folder, 'notes') }
  for (const name of Object.keys(env).filter((key) => key.startsWith('npm_'))) Reflect.deleteProperty(env, name)
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore', env })
  started = child
  return child
}
const up = () => vi.waitFor(() => expect(notes()).toMatch(/^up \d+/), { timeout: 15_000 })
const gone = () => vi.waitFor(() => expect(notes()).toMatch(/^gone$/m), { timeout: 5_000 })
const looks = () => notes().split('looked').length

/** Ten more looks after the shell went, and none of them was the last. */
async function expectToStay(shell: ChildProcess) {
  shell.kill('SIGKILL')
  await once(shell, 'exit')
  const before = looks()
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 10), { timeout: 5_000 })
  expect(notes()).not.toContain('gone')
  process.kill(Number(/up (\d+)/.exec(notes())?.[1]), 'SIGKILL')
}

test.each(['SIGTERM', 'SIGKILL', 'SIGHUP'] as const)('[API-6] %s to npm alone is noticed', { timeout: 30_000 }, async (signal) => {
  const npm = run('npm', ['start'])
  await up()
  npm.kill(signal)
  await gone()
})

test('[API-6] npm is found behind a shell that stays', { timeout: 30_000 }, async () => {
  const npm = run('npm', ['run', 'compound'])
  await up()
  npm.kill('SIGKILL')
  await gone()
})

test('a login shell that goes after nohup is no reason to end', { timeout: 30_000 }, async () => {
  const shell = run('sh', ['-c', `nohup node --import ${tsx} fixture.mts & wait`])
  await up()
  await expectToStay(shell)
})

test('npm itself losing its shell is no reason to end', { timeout: 30_000 }, async () => {
  const shell = run('sh', ['-c', 'npm start & wait'])
  await up()
  await expectToStay(shell)
})
