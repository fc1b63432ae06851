import { UsageError } from './usage.ts'

const minute = 60_000
const units: Record<string, number> = { m: minute, h: 60 * minute, d: 24 * 60 * minute, w: 7 * 24 * 60 * minute }
const longest = 10 * 365 * units.d!

export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const ms = Number(count) * (units[unit] ?? Number.NaN)
  if (!(ms > 0 && ms <= longest)) throw new UsageError(`"${text}" is not a time such as 90m, 12h, 30d or 4w, up to ten years.`)
  return ms
}
