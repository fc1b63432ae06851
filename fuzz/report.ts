import { show } from './request.ts'
import { type Run } from './run-fuzz.ts'

/** Nothing when nothing was found; else each finding with the smallest request that shows it. */
export function describeFindings({ findings, seed }: Run): string {
  return findings
    .map(({ kind, what, operation, trick, request }) => {
      const shown = request ? show(request).replaceAll(/^/gm, '    ') : ''
      return `${kind} at ${operation} (${trick}), seed ${seed}\n  ${what}\n${shown}`
    })
    .join('\n')
}

const mebibytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`

export function describeRun(run: Run): string {
  const { heap, blocked } = figuresOf(run)
  return [
    statusTable(run),
    '',
    `${run.requests} requests (${run.mustRefuse} that had to be refused) and ${run.socketEvents} socket events`,
    `${run.seconds.toFixed(0)} s, seed ${run.seed}`,
    `held after collection: ${mebibytes(heap.secondQuarter)} in the second quarter, ${mebibytes(heap.lastQuarter)} in the last`,
    `ratio ${heap.ratio.toFixed(2)}`,
    `longest block of the loop ${blocked.toFixed(0)} ms, slowest /healthz ${run.slowestProbeMs.toFixed(0)} ms`,
    `${run.findings.length} findings`,
  ].join('\n')
}

/** Medians, because a sample may be taken while a request is still being answered. */
export function figuresOf({ held }: Pick<Run, 'held'>) {
  const sizes = held.map(({ heapUsed, external }) => heapUsed + external)
  const part = sizes.length / 4
  const quarter = (index: number) => median(sizes.slice(Math.floor(part * index), Math.ceil(part * (index + 1))))
  const [secondQuarter, lastQuarter] = [quarter(1), quarter(3)]
  const blocked = Math.max(...held.slice(1).map(({ longestBlockMs }) => longestBlockMs))
  return { heap: { secondQuarter, lastQuarter, ratio: lastQuarter / secondQuarter }, blocked }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

export const reportOf = (run: Run) => ({
  ...run,
  ...figuresOf(run),
  held: run.held.map(({ heapUsed }) => heapUsed),
  findings: run.findings.map(({ request, ...finding }) => ({ ...finding, request: request && show(request) })),
})

function statusTable({ statuses }: Run): string {
  const all = [...new Set(Object.values(statuses).flatMap((counts) => Object.keys(counts).map(Number)))].toSorted((a, b) => a - b)
  const row = (name: string, cells: (string | number)[]) => name.padEnd(20) + cells.map((cell) => String(cell).padStart(6)).join('')
  const sum = (status: number) => Object.values(statuses).reduce((total, counts) => total + (counts[status] ?? 0), 0)
  return [
    row('', all.map((status) => status || 'none')),
    ...Object.keys(statuses).toSorted().map((id) => row(id, all.map((status) => statuses[id]![status] ?? '·'))),
    row('all', all.map(sum)),
  ].join('\n')
}
