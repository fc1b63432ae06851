import { isDeepStrictEqual } from 'node:util'

export type Facts = Record<string, unknown>

/** Of two states, the fields that differ. A thing that came or went has one side only, which stays as it is. */
export function onlyChanged(before: Facts | null, after: Facts | null): { before: Facts | null; after: Facts | null } {
  if (before === null || after === null) return { before, after }
  const differs = (key: string) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null)
  const pick = (facts: Facts) => Object.fromEntries(Object.entries(facts).filter(([key]) => differs(key)))
  return { before: pick(before), after: pick(after) }
}
