import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

// Vitest sets BASE_URL to its own.
const { BASE_URL: _, ...inherited } = process.env

export type ServerProcess = Awaited<ReturnType<typeof spawnServer>>

/** A real server process on a database, without pages unless asked for. `preload` is loaded into it and can be talked to. */
export async function spawnServer(databaseUrl: string, environment: Record<string, string> = {}, preload?: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...(preload ? ['--import', preload] : []), 'server/index.ts'], {
    cwd: root,
    env: { ...inherited, DATABASE_URL: databaseUrl, PORT: '0', MUSTER_PAGES: 'off', LOG_LEVEL: 'info', ...environment },
    stdio: preload ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let out = ''
  let log = ''
  child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const started = /running at (https?:\S+)/.exec(out)
      if (started && out.endsWith('\n')) resolve(started[1]!)
    })
    void exited.then(([code]) => reject(new Error(`the server ended with ${code}:\n${out}\n${log}`)))
  })
  /** After a turn of the loop, so that an end which the sockets have seen is seen here too. */
  const hasEnded = async () => {
    await new Promise((resume) => setImmediate(resume))
    return child.exitCode !== null || child.signalCode !== null
  }
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return exited
  }
  return { url, child, kill, exited, hasEnded, pid: child.pid!, out: () => out, log: () => log }
}
