import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runAdmin } from './run-admin.ts'

const binary = fileURLToPath(new URL('../../bin/muster.mjs', import.meta.url))

/** What the command said, run in this process. */
export const muster = (env: Record<string, string>, ...args: string[]) => watchMuster(() => {}, env, ...args)

/** Calls back whenever it shows how far it is: for what is to happen in the middle. */
export async function watchMuster(onShow: (text: string) => void, env: Record<string, string>, ...args: string[]) {
  const said = { out: [] as string[], err: [] as string[], shown: [] as string[] }
  const code = await runAdmin(args, {
    env: { NODE_ENV: 'test', ...env },
    out: (line) => said.out.push(line),
    err: (line) => said.err.push(line),
    show: (text) => {
      said.shown.push(text)
      onShow(text)
    },
  })
  return { code, out: said.out, err: said.err.join('\n'), shown: said.shown }
}

/** In a process of its own, with nothing in its environment but what is given. */
export function shell(given: Record<string, string>, ...args: string[]) {
  const env = { NODE_ENV: 'production' as const, PATH: process.env.PATH, HOME: process.env.HOME, ...given }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [binary, ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}
