import { askCommand } from './ask-command.ts'
import { gone, type ProcessProbe, unknown } from './process-probe.ts'

/** For systems without /proc: one `ps` for many pids, because starting it is what costs. */
export async function askPs(pids: readonly number[]): Promise<ProcessProbe[]> {
  try {
    const text = await askCommand('ps', ['-o', 'pid=', '-o', 'stat=', '-o', 'lstart=', '-p', pids.join(',')])
    const found = parsePs(text)
    return pids.map((pid) => found.get(pid) ?? gone)
  } catch {
    return pids.map(() => unknown)
  }
}

export function parsePs(text: string): Map<number, ProcessProbe> {
  const lines = [...text.matchAll(/^\s*(\d+)\s+(\S+)\s+(\S.*?)\s*$/gm)]
  return new Map(lines.map(([, pid, state, startTime]) => [Number(pid), state!.startsWith('Z') ? gone : { alive: true, startTime: startTime! }]))
}
