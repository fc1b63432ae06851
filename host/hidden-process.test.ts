import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const tsx = createRequire(import.meta.url).resolve('tsx')
const module = new URL('./probe-process.ts', import.meta.url).href

/** As somebody who may not even see that other people's processes are there, on a /proc that hides them. */
const amongStrangers = (code: string) =>
  execFileSync(
    'unshare',
    [
      '--mount', '--propagation', 'private', 'sh', '-c',
      'mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"',
      'sh', process.execPath, '--import', tsx, '--input-type=module', '-e', code,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

const mayHide = (() => {
  try {
    return amongStrangers(`await import('${module}'); console.log((await import('node:fs')).existsSync('/proc/${process.pid}'))`) === 'false\n'
  } catch {
    return false
  }
})()

test.runIf(mayHide)('[LIV-4] a process that this user may not see is unknown, and one that is not there is gone', () => {
  const pids = `[${process.pid}, ${2 ** 22 + 1}, process.pid]`
  const said = amongStrangers(`
    const { probePids } = await import('${module}')
    console.log(JSON.stringify(await probePids(${pids})))`)
  expect(JSON.parse(said)).toEqual([{ unknown: true }, { alive: false }, { alive: true, startTime: expect.any(String) }])
})
