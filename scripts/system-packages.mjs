import { existsSync } from 'node:fs'
import { run } from './project.mjs'

const isRoot = process.getuid?.() === 0
const limitMs = 300_000
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/** Only root and CI get system packages without being asked. */
export const mayInstallPackages = isRoot || Boolean(process.env.CI)

let listsAreFresh = false

export async function aptInstall(packages) {
  if (!mayInstallPackages || !existsSync('/usr/bin/apt-get')) return false
  if (!listsAreFresh) await apt(['update', '-qq'])
  listsAreFresh = true
  return (await apt(['install', '-y', '-qq', '--no-install-recommends', ...packages])).code === 0
}

function apt(args) {
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60']
  const command = ['apt-get', ...patience, ...args]
  const [file, ...rest] = isRoot ? command : ['sudo', '-n', '-E', ...command]
  return run(file, rest, { env, quiet: true, timeoutMs: limitMs })
}
