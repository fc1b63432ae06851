import { mergeCalls } from '../merge-calls.ts'

/** Looks keys up together. Each look-up begins after it was asked for, so no answer is older than its question: nothing is remembered. */
export const mergeLookups = <Value>(lookUp: (keys: string[]) => Promise<Map<string, Value>>, atOnce = 2) =>
  mergeCalls<string, Value | null>(
    async (keys) => {
      const found = await lookUp([...new Set(keys)])
      return keys.map((key) => found.get(key) ?? null)
    },
    { atOnce, most: 500 },
  )
