import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const shells = new Set(['sh', 'ash', 'bash', 'dash', 'ksh', 'zsh'])

/**
 * Calls back once when the npm that launched this process has gone: a signal to npm alone ends npm and the shell
 * between (SIGTERM), or npm only (SIGKILL, SIGHUP), and is never passed on to us.
 * Without npm in front, nothing is watched: a shell that logs out after nohup is no reason to end.
 */
export function onParentGone(callback: () => void, everyMs = 500): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const grandparent = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    const alone = process.ppid !== parent || (grandparent !== undefined && hasLost(parent, grandparent))
    if (!alone) return
    clearInterval(timer)
    callback()
  }, everyMs)
  timer.unref()
}

function isShell(pid: number) {
  const name = process.platform === 'linux' ? proc(pid, 'cmdline').split('\0')[0] : ask(pid, 'comm')
  return shells.has(path.basename(name ?? '').replace(/^-/, ''))
}

function parentOf(pid: number): number | undefined {
  // The second field is the command in brackets, which may hold anything.
  const text = process.platform === 'linux' ? proc(pid, 'stat').split(') ').at(-1)?.split(' ')[1] : ask(pid, 'ppid')
  return Number(text) || undefined
}

function hasLost(shell: number, npm: number) {
  // A dead npm that nobody has waited for still answers kill 0, but its children have a new parent already.
  if (process.platform === 'linux') return parentOf(shell) !== npm
  try {
    process.kill(npm, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function proc(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function ask(pid: number, what: string) {
  try {
    return execFileSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
