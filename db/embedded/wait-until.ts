import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until the answer is not undefined; gives undefined when the time is up. */
export async function waitUntil<T>(timeoutMs: number, ask: () => Promise<T | undefined> | T | undefined) {
  const endsAt = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > endsAt) return undefined
    await pause(10)
  }
}
