import { askPs } from './ask-ps.ts'
import { gone, type ProcessProbe } from './process-probe.ts'
import { readProc } from './read-proc.ts'

/** Looks at one process of this machine and pid namespace. Whatever could not be found out is unknown, never gone. */
export async function probeProcess(pid: number): Promise<ProcessProbe> {
  const [probe] = await probePids([pid])
  return probe!
}

/** For as many as may be looked at in one go. */
export async function probePids(pids: readonly number[]): Promise<ProcessProbe[]> {
  if (process.platform === 'linux') return pids.map((pid) => (pid <= 0 ? gone : readProc(pid)))
  const real = pids.filter((pid) => pid > 0)
  const probes = real.length === 0 ? [] : await askPs(real)
  const found = new Map(real.map((pid, index) => [pid, probes[index]!]))
  return pids.map((pid) => found.get(pid) ?? gone)
}
