import { readFile, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from './run-command.ts'

export interface PostmasterFile {
  pid: number
  port: number
  ready: boolean
}

/** What a postmaster writes about itself, line by line, while it starts: later lines may be missing. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' }
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** After a reboot or in a new container the pid of a stale file may be anybody's: ask what that process is. */
export async function isPostmasterOf(pid: number, data: string) {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') {
    const { output } = await runCommand('ps', ['-p', String(pid), '-o', 'command='])
    return output.includes('postgres') && output.includes(data)
  }
  const [name, folder, wanted] = await Promise.all([
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    realpath(data),
  ])
  return name.trim() === 'postgres' && folder === wanted
}
