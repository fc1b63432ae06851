import { execFile, execFileSync } from 'node:child_process'
import { hostname } from 'node:os'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nameHost, partsOfLinux, readThisHost } from './this-host.ts'

const tsx = createRequire(import.meta.url).resolve('tsx')
const module = new URL('./this-host.ts', import.meta.url).href
const program = `const { readThisHost } = await import('${module}'); console.log(JSON.stringify(await readThisHost()))`
const node = [process.execPath, '--import', tsx, '--input-type=module', '-e', program]

const mayUnshare = (() => {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const inAnotherProcess = async (...prefix: string[]) => {
  const [file, ...args] = [...prefix, ...node]
  return JSON.parse((await promisify(execFile)(file!, args)).stdout) as Awaited<ReturnType<typeof readThisHost>>
}

test('[LIV-4] every process of one machine and pid namespace says the same of it', async () => {
  const here = await readThisHost()
  expect(here.hostId).toMatch(/^host-[0-9a-f]{12}$/)
  expect(here.hostname).toBe(hostname())
  expect(here.bootId).toMatch(/^[0-9A-Fa-f-]{36}$/)
  expect(await inAnotherProcess()).toEqual(here)
})

test.runIf(mayUnshare)('[LIV-4] another pid namespace on this machine is another host, of the same boot', async () => {
  const here = await readThisHost()
  const inside = await inAnotherProcess('unshare', '--pid', '--fork', '--mount-proc')
  expect(inside.bootId).toBe(here.bootId)
  expect(inside.hostId).not.toBe(here.hostId)
  expect(inside.hostId).toMatch(/^host-[0-9a-f]{12}$/)
})

test.runIf(mayUnshare)('[LIV-4] where /proc shows the pids of another namespace, nobody says which host this is', async () => {
  await expect(inAnotherProcess('unshare', '--pid', '--fork')).rejects.toThrow(/another pid namespace/)
})

test("[LIV-4] a machine's name may change, a container's tells it from others of its image", () => {
  const machine = { machine: 'a', namespace: 'pid:[4026531836]', hostname: 'one' }
  const container = { ...machine, namespace: 'pid:[4026532400]' }
  const name = (facts: typeof machine) => nameHost(partsOfLinux(facts))
  expect(name({ ...machine, hostname: 'two' })).toBe(name(machine))
  expect(name({ ...machine, machine: 'b' })).not.toBe(name(machine))
  expect(name({ ...container, namespace: 'pid:[4026532401]' })).not.toBe(name(container))
  expect(name({ ...container, hostname: 'two' })).not.toBe(name(container))
  expect(nameHost(partsOfLinux({ ...machine, machine: null }))).toBe(nameHost(['one', 'pid:[4026531836]']))
})
