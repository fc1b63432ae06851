import { setImmediate as nextTurn } from 'node:timers/promises'
import { probePids } from './probe-process.ts'
import type { ProcessProbe } from './process-probe.ts'

export type ProcessIdentity = { pid: number; startTime: string }
export type Sighting = 'seen' | 'gone' | 'reused' | 'unknown'

const slice = process.platform === 'linux' ? 64 : 500

/** Whether each of these processes is still there, in order. The event loop turns after each slice, whatever their number. */
export async function probeMany(processes: readonly ProcessIdentity[]): Promise<Sighting[]> {
  const sightings: Sighting[] = []
  for (let from = 0; from < processes.length; from += slice) {
    if (from > 0) await nextTurn()
    const these = processes.slice(from, from + slice)
    const probes = await probePids(these.map(({ pid }) => pid))
    sightings.push(...these.map(({ startTime }, index) => judge(probes[index]!, startTime)))
  }
  return sightings
}

function judge(probe: ProcessProbe, startTime: string): Sighting {
  if ('unknown' in probe) return 'unknown'
  if (!probe.alive) return 'gone'
  return probe.startTime === startTime ? 'seen' : 'reused'
}
