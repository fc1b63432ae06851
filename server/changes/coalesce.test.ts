import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const running: (() => void)[] = []
  let started = 0
  const { ask, idle } = coalesce(() => {
    started++
    return new Promise<void>((resolve) => running.push(resolve))
  })
  const finish = async () => {
    running.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, idle, finish, started: () => started }
}

test('a lone request runs at once', () => {
  const { ask, started } = heldWork()
  ask()
  expect(started()).toBe(1)
})

test('what is asked for during a run shares one run after it', async () => {
  const { ask, finish, started } = heldWork()
  for (let i = 0; i < 50; i++) ask()
  expect(started()).toBe(1)
  await finish()
  expect(started()).toBe(2)
  await finish()
  expect(started()).toBe(2)
  ask()
  expect(started()).toBe(3)
})

test('idle waits for the run under way and the one that was asked for meanwhile', async () => {
  const { ask, idle, finish } = heldWork()
  ask()
  ask()
  let isIdle = false
  const waiting = idle().then(() => (isIdle = true))
  await finish()
  expect(isIdle).toBe(false)
  await finish()
  await waiting
  expect(isIdle).toBe(true)
})

test('idle with nothing under way is at once', async () => {
  await heldWork().idle()
})
