import { gone, type ProcessProbe, unknown } from './process-probe.ts'

/** /proc/<pid>/stat: the second field is the command's name in brackets and may hold anything, so it is read from its end. */
export function parseStat(text: string): ProcessProbe {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]!
  const threads = fields[17]
  const startTime = fields[19]
  if (!startTime || !/^\d+$/.test(startTime)) return unknown
  // A zombie with more threads is a process whose first thread ended while the others go on.
  if (state === 'X' || (state === 'Z' && !(Number(threads) > 1))) return gone
  return { alive: true, startTime }
}
