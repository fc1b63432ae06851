/** Each series on top of those before it. A gap in one is nothing added. */
export function stackUp(series: readonly (readonly (number | null)[])[]): number[][] {
  const sums: number[][] = []
  for (const [place, values] of series.entries()) {
    const below = sums[place - 1]
    sums.push(values.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)))
  }
  return sums
}

const mostRows = 30

/** Which of so many values stand in the table, newest first: the last one always, the others evenly. */
export function plotRows(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / mostRows))
  return Array.from({ length: Math.ceil(count / step) }, (_, row) => count - 1 - row * step)
}
