import { expect, test } from 'vitest'
import { safeNext } from './go-to-sign-in.ts'

const origin = 'http://127.0.0.1:4400'

test.each([
  [null, '/'],
  ['/?liveness=dead', '/?liveness=dead'],
  ['/sessions/agent-a', '/sessions/agent-a'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?next=/sign-in', '/'],
  [`${origin}/sessions/a?x=1`, '/sessions/a?x=1'],
])('after sign-in %s leads to %s', (next, path) => {
  expect(safeNext(next, origin)).toBe(path)
})
