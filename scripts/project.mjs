import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => path.join(root, ...parts)

/** Ends with what went wrong and what to do about it, and no stack that helps nobody. */
export function giveUp(sentence, hint) {
  console.error(`\n${sentence}\n${hint}`)
  process.exit(1)
}

/** Runs a command in the project. With `quiet` its output is kept and given back instead of shown. */
export function run(command, args, { env = process.env, quiet = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit']
    const child = spawn(command, args, { cwd: root, env, stdio, timeout: timeoutMs, killSignal: 'SIGKILL' })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }))
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal, output }))
  })
}

/** A tool of ours from node_modules, run by this very Node. */
export function runTool(file, args, options) {
  return run(process.execPath, [inRoot('node_modules', file), ...args], options)
}

/** One hash over names and contents; mtimes say nothing after a clone. */
export function hashOf(entries) {
  const hash = createHash('sha256')
  const add = (entry) => {
    const at = inRoot(entry)
    if (!existsSync(at)) return
    if (statSync(at).isDirectory()) for (const name of readdirSync(at).sort()) add(path.join(entry, name))
    else hash.update(`${entry}\0`).update(readFileSync(at)).update('\0')
  }
  entries.forEach(add)
  return hash.digest('hex')
}

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
