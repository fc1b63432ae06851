type Asked<Value> = { key: string; answer: (value: Value | null) => void; fail: (error: unknown) => void }

const mostPerLookup = 500

/**
 * Looks a key up at once, or together with all that is asked for while `mostAtOnce` look-ups are under way. Each begins
 * after it was asked for, so no answer is older than its question: nothing is remembered, yet a flood shares round trips.
 */
export function mergeLookups<Value>(lookUp: (keys: string[]) => Promise<Map<string, Value>>, mostAtOnce = 2) {
  const waiting: Asked<Value>[] = []
  let running = 0

  const run = async () => {
    const asked = waiting.splice(0, mostPerLookup)
    running += 1
    try {
      const found = await lookUp([...new Set(asked.map(({ key }) => key))])
      for (const { key, answer } of asked) answer(found.get(key) ?? null)
    } catch (error) {
      for (const { fail } of asked) fail(error)
    }
    running -= 1
    if (waiting.length > 0) void run()
  }
  return (key: string): Promise<Value | null> =>
    new Promise((answer, fail) => {
      waiting.push({ key, answer, fail })
      if (running < mostAtOnce) void run()
    })
}
