import { type ComparedThing } from '../../contract/filter-values.ts'

const scales = {
  amount: [['g', 1e9], ['m', 1e6], ['k', 1e3]],
  time: [['d', 86_400], ['h', 3_600], ['m', 60], ['s', 1]],
} as const
const scaleOf = (thing: ComparedThing) => (thing === 'cost' ? [] : scales[thing === 'tokens' ? 'amount' : 'time'])

/** How each is written, for hints. */
export const writtenLike = { cost: 'cost:>5', tokens: 'tokens:>1m', age: 'age:>1h', beat: 'beat:>30s', progress: 'progress:>10m' } as const

const plain = (value: number) => String(Math.round(value * 1e6) / 1e6)

/** `1.5m` of tokens, `1h30m` of time, `$5` of cost, as the plain number that the API takes; null: not written like that. */
export function readQuantity(thing: ComparedThing, text: string): string | null {
  const written = text.toLowerCase().replace(thing === 'cost' ? /^\$/ : /^$/, '')
  if (/^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(written) && (thing === 'cost' || thing === 'tokens' || written === '0')) return written
  if (!/^([0-9]{1,9}(\.[0-9]{1,6})?[a-z])+$/.test(written)) return null
  let sum = 0
  for (const [, number, , unit] of written.matchAll(/([0-9]+(\.[0-9]+)?)([a-z])/g)) {
    const scale = scaleOf(thing).find(([name]) => name === unit)
    if (scale === undefined) return null
    sum += Number(number) * scale[1]
  }
  return sum < 1e12 ? plain(sum) : null
}

/** The plain number again as a person writes it: in the largest unit that it is whole in. */
export function sayQuantity(thing: ComparedThing, value: string): string {
  const number = Number(value)
  const scale = scaleOf(thing).find(([, size]) => number >= size && number % size === 0)
  if (scale !== undefined) return `${number / scale[1]}${scale[0]}`
  return scaleOf(thing) === scales.time && number !== 0 ? `${value}s` : value
}
