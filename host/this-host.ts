import { createHash } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { askCommand } from './ask-command.ts'

export type ThisHost = { hostId: string; hostname: string; bootId: string }

/** Which machine and pid namespace this process runs in (LIV-4), and since which boot. Rejects where that can't be found out. */
export async function readThisHost(): Promise<ThisHost> {
  const facts = process.platform === 'darwin' ? await readMac() : await readLinux()
  return { hostId: nameHost(facts.parts), hostname: hostname(), bootId: facts.bootId }
}

/** The name that people gave the machine stays out of it: a laptop's changes with the network, and it is shown beside anyway. */
export const nameHost = (parts: readonly string[]) => `host-${createHash('sha256').update(`muster ${parts.join(' ')}`).digest('hex').slice(0, 12)}`

async function readLinux() {
  const [self, namespace, bootId, machine] = await Promise.all([
    readlink('/proc/self'),
    readlink('/proc/self/ns/pid'),
    readText('/proc/sys/kernel/random/boot_id'),
    readText('/etc/machine-id').catch(() => readText('/var/lib/dbus/machine-id')).catch(() => null),
  ])
  if (self !== String(process.pid)) throw new Error('/proc shows the processes of another pid namespace than the one this process is in')
  return { parts: partsOfLinux({ machine, namespace, hostname: hostname() }), bootId }
}

/** The pid namespace of the machine itself has this number in every kernel. */
const initialNamespace = 'pid:[4026531836]'

/** Containers of one image may share a machine id even across machines, but not their host names, which nobody changes in them. */
export function partsOfLinux({ machine, namespace, hostname }: { machine: string | null; namespace: string; hostname: string }) {
  return [machine ?? hostname, namespace, ...(namespace === initialNamespace ? [] : [hostname])]
}

async function readMac() {
  const [platform, bootId] = await Promise.all([
    askCommand('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
    askCommand('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']),
  ])
  const machine = /"IOPlatformUUID" = "([^"]+)"/.exec(platform)?.[1]
  if (!machine || !bootId.trim()) throw new Error('this Mac does not say which one it is, or since which boot')
  return { parts: [machine], bootId: bootId.trim() }
}

/** An empty file, as images have before their first boot, says nothing. */
async function readText(file: string) {
  const text = (await readFile(file, 'utf8')).trim()
  if (text === '' || text === 'uninitialized') throw new Error(`${file} is empty`)
  return text
}
