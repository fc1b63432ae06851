import { expect, test } from 'vitest'
import { parseCommand } from './parse-command.ts'
import { UsageError } from './usage.ts'

const day = 86_400_000

test.each([
  [[], { verb: 'help' }],
  [['--help'], { verb: 'help' }],
  [['admin', 'link', '-h'], { verb: 'help' }],
  [['admin', 'link'], { verb: 'link' }],
  [['admin', 'link', '--email', 'ada@example.org'], { verb: 'link', email: 'ada@example.org' }],
  [['admin', 'token', 'build-3'], { verb: 'token', name: 'build-3' }],
  [['admin', 'token', 'build-3', '--expires', '30d'], { verb: 'token', name: 'build-3', expiresInMs: 30 * day }],
  [['admin', 'token', '--expires=4w', 'x'], { verb: 'token', name: 'x', expiresInMs: 28 * day }],
])('muster %j', (args, command) => {
  expect(parseCommand(args)).toEqual(command)
})

test.each([
  [['admin']],
  [['admin', 'link', 'x']],
  [['admin', 'link', '--email', 'nobody']],
  [['admin', 'link', '--expires', '1d']],
  [['admin', 'token']],
  [['admin', 'token', ' ']],
  [['admin', 'token', 'a', 'b']],
  [['admin', 'token', 'a', '--expires', '0d']],
  [['admin', 'token', 'a', '--expires', 'soon']],
  [['admin', 'token', 'a', '--expires', '9999w']],
  [['--colour']],
  [['start']],
])('muster %j is not understood', (args) => {
  expect(() => parseCommand(args)).toThrow(UsageError)
})
