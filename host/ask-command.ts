import { execFile } from 'node:child_process'

/** Locale and time zone would change how `ps` writes a start time, and the same process would look like another one. */
const environment: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** What a system command wrote, whatever it thought of it: `ps` exits with 1 when it found none of those it was asked for. */
export function askCommand(file: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { env: environment, timeout: 5_000, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      if (error && (typeof error.code !== 'number' || error.killed || stderr.trim() !== '')) reject(error)
      else resolve(stdout)
    })
  })
}
