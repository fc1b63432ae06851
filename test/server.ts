import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

// Vitest sets BASE_URL to its own.
const { BASE_URL: _, ...inherited } = process.env

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** A real server process on a database, without pages unless asked for. Killed after the test file. */
export async function startServer(databaseUrl: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
    cwd: root,
    env: { ...inherited, DATABASE_URL: databaseUrl, PORT: '0', MUSTER_PAGES: 'off', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let out = ''
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const started = /running at (https?:\S+)/.exec(out)
      if (started && out.endsWith('\n')) resolve(started[1]!)
    })
    void exited.then(([code]) => reject(new Error(`the server ended with ${code}:\n${out}\n${log}`)))
  })
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return exited
  }
  afterAll(() => kill())
  return { url, kill, exited, pid: child.pid!, out: () => out, log: () => log }
}
