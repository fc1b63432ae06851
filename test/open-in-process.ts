import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Opener {
  child: ChildProcess
  url: string
  reused: boolean
  lines: string[]
  kill(): Promise<void>
  stop(): Promise<void>
}

export class Refused extends Error {
  hint = ''
}

interface OpenerOptions {
  announce?: string
  identity?: { uid: number; gid: number }
  env?: Record<string, string | undefined>
}

const script = fileURLToPath(new URL('./opener-process.ts', import.meta.url))
const tsx = createRequire(import.meta.url).resolve('tsx')

/** Launches without waiting, for tests that end it in the middle. */
export function launchOpener(folder: string, { announce, identity, env }: OpenerOptions = {}) {
  return fork(script, [folder, ...(announce ? [announce] : [])], {
    ...identity,
    cwd: '/',
    execArgv: ['--import', tsx],
    env: { ...process.env, ...env },
    // What fails shows in the run's output; nothing else is written.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** Opens the folder in a process of its own; throws `Refused` with what that process was told. */
export async function openInProcess(folder: string, options: OpenerOptions = {}): Promise<Opener> {
  const child = launchOpener(folder, options)
  const lines: string[] = []
  const exited = once(child, 'exit')
  const answer = await new Promise<{ url: string; reused: boolean }>((resolve, reject) => {
    child.on('message', (message: { opened?: { url: string; reused: boolean }; failed?: Refused; line?: string }) => {
      if (message.line) lines.push(message.line)
      if (message.opened) resolve(message.opened)
      if (message.failed) reject(Object.assign(new Refused(message.failed.message), { hint: message.failed.hint ?? '' }))
    })
    child.once('exit', (code, signal) => reject(new Error(`The opener ended with ${signal ?? code}.`)))
  })
  return {
    child,
    ...answer,
    lines,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.send('stop')
      await exited
    },
  }
}
