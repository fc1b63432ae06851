import { z } from 'zod'

/** What a filter can compare, and in which unit the number is. */
export const comparedThings = {
  cost: 'US dollars',
  tokens: 'input and output tokens',
  age: 'seconds since its start, until its end',
  beat: 'seconds since its last beat, while it is active',
  progress: 'seconds since its last progress, while it is active',
} as const
export type ComparedThing = keyof typeof comparedThings

const comparison = /^(cost|tokens|age|beat|progress)([<>])([0-9]{1,12}(?:\.[0-9]{1,6})?)$/

export const Comparison = z
  .string()
  .regex(comparison, 'is not like cost>5, tokens>1000000, age<3600, beat>30 or progress>600')
  .meta({ examples: ['cost>5', 'age<3600'] })

export type ReadComparison = { thing: ComparedThing; more: boolean; than: string }

export function readComparison(text: string): ReadComparison {
  const [, thing, sign, than] = comparison.exec(text)!
  return { thing: thing as ComparedThing, more: sign === '>', than: than! }
}

/** A * in a wanted value stands for any text, also none; nothing else is special. */
export const hasWildcard = (wanted: string) => wanted.includes('*')

/** Linear in both: the first fit of each part is the best one. */
export function fitsPattern(value: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return value === pattern
  if (!value.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = value.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return value.length - last.length >= at && value.endsWith(last)
}

/** `field:value`, as `not` takes it. */
export function splitNegation(text: string): [field: string, value: string] {
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}
