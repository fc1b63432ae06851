import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll } from 'vitest'

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A real process that stays until it is killed; `said` is its first output, by which it is known to be up. */
export async function startChild(command: string, ...args: string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const exited = once(child, 'exit')
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { pid: child.pid!, said: said.toString().trim(), kill }
}

export const startSleeper = () => startChild('sh', '-c', 'echo up; exec sleep 600')
