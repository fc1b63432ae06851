const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** As Postgres counts them: a thousand and twenty-four of each make the next. */
export function sayBytes(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
