import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries, majorOf, restoreLinks } from './binaries.ts'
import { EmbeddedError } from './embedded-error.ts'

test('the binaries of this platform are PostgreSQL 18', async () => {
  const { version, bin } = await findBinaries()
  expect(majorOf(version)).toBe(18)
  expect(path.basename(bin)).toBe('bin')
})

test('a platform without binaries is told of DATABASE_URL', async () => {
  const refusal = await findBinaries('plan9', 'mips').catch((error: EmbeddedError) => error)
  expect(refusal).toBeInstanceOf(EmbeddedError)
  expect((refusal as EmbeddedError).message).toContain('plan9 mips')
  expect((refusal as EmbeddedError).hint).toContain('DATABASE_URL')
})

test('libraries are complete although install scripts did not run', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'links-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  mkdirSync(path.join(home, 'native', 'lib'), { recursive: true })
  writeFileSync(path.join(home, 'native', 'lib', 'libpq.so.5.18'), 'library')
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(path.join(home, 'native', 'pg-symlinks.json'), JSON.stringify(list))
  await restoreLinks(home)
  await restoreLinks(home)
  expect(readFileSync(path.join(home, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})
