import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const entry = z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })
const lock = z.object({ packages: z.record(z.string(), entry) })
const { packages } = lock.parse(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')))

/** A package is looked for beside its user and then in every folder above, as Node does. */
function isLocked(user: string, name: string): boolean {
  if (`${user ? `${user}/` : ''}node_modules/${name}` in packages) return true
  return user !== '' && isLocked(user.slice(0, Math.max(0, user.lastIndexOf('node_modules/') - 1)), name)
}

test('the lock file names the packages of every platform, without which "npm ci" refuses it', () => {
  const missing = Object.entries(packages).flatMap(([user, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(user, name))
      .map((name) => `${user} needs ${name}`),
  )
  expect(missing).toEqual([])
})
