import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { askPs, parsePs } from './ask-ps.ts'
import { startChild, startSleeper } from './child-fixture.ts'
import { parseStat } from './parse-stat.ts'
import { probeMany } from './probe-many.ts'
import { probeProcess } from './probe-process.ts'

const alive = { alive: true, startTime: expect.any(String) as string }
const stat = (name: string, state: string, threads: number, start = 4242) =>
  `77 (${name}) ${state} 1 77 77 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 ${threads} 0 ${start} 1000 2000 184467440737095516\n`

async function startTimeOf(pid: number) {
  const probe = await probeProcess(pid)
  if (!('startTime' in probe)) throw new Error(`${pid} is not there`)
  return probe.startTime
}

test('[LIV-2] a process is alive with one start time until it is killed, then gone', async () => {
  const child = await startSleeper()
  const first = await probeProcess(child.pid)
  expect(first).toEqual(alive)
  expect(await probeProcess(child.pid)).toEqual(first)
  await child.kill()
  expect(await probeProcess(child.pid)).toEqual({ alive: false })
})

test('[LIV-2] a killed process that nobody waited for is gone, though its pid is still taken', async () => {
  const parent = await startChild('sh', '-c', 'sleep 600 & echo $!; exec sleep 600')
  const child = Number(parent.said)
  expect(await probeProcess(child)).toEqual(alive)
  // Until the shell has become sleep, it may still wait for its child.
  await vi.waitFor(() => expect(execFileSync('ps', ['-o', 'comm=', '-p', String(parent.pid)], { encoding: 'utf8' }).trim()).toBe('sleep'))
  process.kill(child, 'SIGKILL')
  await vi.waitFor(() => expect(execFileSync('ps', ['-o', 'stat=', '-p', String(child)], { encoding: 'utf8' })).toMatch(/^Z/))
  expect(await probeProcess(child)).toEqual({ alive: false })
  await parent.kill()
})

test('[LIV-2] a pid of zero or below is gone without a look', async () => {
  for (const pid of [0, -1, -process.pid]) expect(await probeProcess(pid)).toEqual({ alive: false })
  expect(await probeProcess(process.pid)).toEqual(alive)
})

test.runIf(process.platform === 'linux')('[LIV-2] a command may call itself anything, also what looks like the fields behind its name', async () => {
  const name = 'a) Z 1 (b'
  const child = await startChild(process.execPath, '-e', `process.title = '${name}'; console.log('up'); setInterval(() => {}, 1e6)`)
  expect(readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim()).toBe(name)
  const plain = await startSleeper()
  expect(await probeProcess(child.pid)).toEqual(alive)
  expect(Number(await startTimeOf(child.pid))).toBeLessThanOrEqual(Number(await startTimeOf(plain.pid)))
})

test('[LIV-2] of the line about a process only its state, threads and start time count', () => {
  expect(parseStat(stat('sleep', 'S', 1))).toEqual({ alive: true, startTime: '4242' })
  expect(parseStat(stat(') Z (', 'T', 1))).toEqual({ alive: true, startTime: '4242' })
  expect(parseStat(stat('sleep', 'Z', 1))).toEqual({ alive: false })
  expect(parseStat(stat('sleep', 'X', 1))).toEqual({ alive: false })
  expect(parseStat(stat('first thread left', 'Z', 3))).toEqual({ alive: true, startTime: '4242' })
})

test('[LIV-4] what could not be read is unknown, never gone', async () => {
  for (const text of ['', '77 (sl', '77 (sleep) S 1 2 3', stat('x', 'S', 1).replace('4242', '-')]) expect(parseStat(text)).toEqual({ unknown: true })
  expect(await askPs([process.pid, 0.5])).toEqual([{ unknown: true }, { unknown: true }])
})

test('[LIV-2] without /proc one ps answers for many, with zombies gone', async () => {
  const child = await startSleeper()
  const [own, other, nobody] = await askPs([process.pid, child.pid, 2 ** 22 + 1])
  expect([own, other, nobody]).toEqual([alive, alive, { alive: false }])
  expect(await askPs([child.pid])).toEqual([other])
  await child.kill()
  expect(await askPs([child.pid])).toEqual([{ alive: false }])
  expect(parsePs('   7 Ss   Mon Nov  2 01:02:03 2026    \n99999 Z+   Tue Nov  3 01:02:03 2026\n')).toEqual(
    new Map<number, unknown>([[7, { alive: true, startTime: 'Mon Nov  2 01:02:03 2026' }], [99999, { alive: false }]]),
  )
})

test('[LIV-4] many at once: seen, gone, another process under the same pid', async () => {
  const [stays, dies, replaced] = [await startSleeper(), await startSleeper(), await startSleeper()]
  const named = await Promise.all([stays, dies, replaced].map(async ({ pid }) => ({ pid, startTime: await startTimeOf(pid) })))
  expect(await probeMany(named)).toEqual(['seen', 'seen', 'seen'])
  await dies.kill()
  named[2]!.startTime += '1'
  expect(await probeMany([...named, { pid: 0, startTime: '1' }])).toEqual(['seen', 'gone', 'reused', 'gone'])
  expect(await probeMany([])).toEqual([])
})

test('thousands of pids leave the event loop turning', async () => {
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const own = { pid: process.pid, startTime: await startTimeOf(process.pid) }
  const sightings = await probeMany(Array.from({ length: 5000 }, () => own))
  over = true
  expect(sightings).toHaveLength(5000)
  expect(new Set(sightings)).toEqual(new Set(['seen']))
  expect(turns).toBeGreaterThan(process.platform === 'linux' ? 70 : 8)
})
