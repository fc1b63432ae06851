import { expect, test } from 'vitest'
import { EmbeddedError } from './embedded-error.ts'
import { explainFailure } from './explain-failure.ts'

test.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'is full', 'Free some space'],
  ['Error: ENOSPC: no space left on device, write', 'is full', 'MUSTER_DATA'],
  ['FATAL:  database files are incompatible with server', 'another version', 'move /data away'],
  ['FATAL:  data directory "/data" has wrong ownership', "can't be used", 'MUSTER_DATA'],
  ['Error: EROFS: read-only file system, mkdir', 'read-only', 'DATABASE_URL'],
  ['postgres: error while loading shared libraries: libicui18n.so.60', 'do not run on this system', 'DATABASE_URL'],
  ['FATAL:  could not create shared memory segment: Cannot allocate memory', 'memory', '/dev/shm'],
])('%s', (said, sentence, hint) => {
  const error = explainFailure('It did not start.', '/data', said)
  expect(error.message).toContain(sentence)
  expect(error.hint).toContain(hint)
  expect(error.message).toContain(said)
})

test('what nobody foresaw keeps its own words and the last lines of the log', () => {
  const said = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
  const error = explainFailure('It did not start.', '/data', said)
  expect(error.message).toContain('It did not start.')
  expect(error.message).toContain('| line 39')
  expect(error.message).not.toContain('| line 9\n')
  expect(error.hint).toContain('/data')
})

test('an explanation is not explained again', () => {
  const first = new EmbeddedError('The disk is full.', 'Free some space.')
  expect(explainFailure('It did not start.', '/data', String(first), first)).toBe(first)
})
