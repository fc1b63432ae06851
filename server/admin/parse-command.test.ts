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
  [['admin', 'token', 'build-3'], { verb: 'token', token: { name: 'build-3', role: 'agent' } }],
  [['admin', 'token', 'build-3', '--expires', '30d'], { verb: 'token', token: { name: 'build-3', role: 'agent', expiresInMs: 30 * day } }],
  [['admin', 'token', '--expires=4w', 'x'], { verb: 'token', token: { name: 'x', role: 'agent', expiresInMs: 28 * day } }],
  [['admin', 'token', 'x', '--role', 'viewer'], { verb: 'token', token: { name: 'x', role: 'viewer' } }],
  [['admin', 'token', 'x', '--workspace', 'shop'], { verb: 'token', token: { name: 'x', role: 'agent', workspace: 'shop' } }],
  [['admin', 'token', 'x', '--host', 'h1'], { verb: 'token', token: { name: 'x', role: 'host', hostId: 'h1' } }],
  [['backup'], { verb: 'backup' }],
  [['backup', 'a.backup'], { verb: 'backup', file: 'a.backup' }],
  [['restore', 'a.backup'], { verb: 'restore', file: 'a.backup', replace: false }],
  [['restore', 'a.backup', '--into-empty'], { verb: 'restore', file: 'a.backup', replace: false }],
  [['restore', '--replace', 'a.backup'], { verb: 'restore', file: 'a.backup', replace: true }],
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
  [['admin', 'token', 'a', '--role', 'admin']],
  [['admin', 'token', 'a', '--role', 'host']],
  [['admin', 'token', 'a', '--role', 'agent', '--host', 'h1']],
  [['admin', 'token', 'a', '--workspace', '../up']],
  [['admin', 'link', '--role', 'viewer']],
  [['backup', 'a', 'b']],
  [['backup', 'a', '--replace']],
  [['backup', '--email', 'ada@example.org']],
  [['restore']],
  [['restore', 'a', 'b']],
  [['restore', 'a', '--replace', '--into-empty']],
  [['restore', 'a', '--expires', '1d']],
  [['admin', 'link', '--replace']],
  [['--colour']],
  [['start']],
])('muster %j is not understood', (args) => {
  expect(() => parseCommand(args)).toThrow(UsageError)
})
