import { spawn } from 'node:child_process'

export interface Identity {
  uid: number
  gid: number
}

/** Nothing of ours leaks into Postgres: PGDATA, PGPORT or a broken LANG would change what it does. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

export function runCommand(file: string, args: string[], options: { identity?: Identity; cwd?: string } = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(file, args, {
      ...options.identity,
      cwd: options.cwd ?? '/',
      env: cleanEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C goes to the terminal's whole process group; these finish on their own.
      detached: true,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
