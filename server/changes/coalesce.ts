/**
 * Runs `work` at once, and what is asked for while it runs together as one run after it. No timer: a lone request
 * waits for nothing, a flood shares round trips.
 */
export function coalesce(work: () => Promise<void>): { ask: () => void; idle: () => Promise<void> } {
  let running: Promise<void> | null = null
  let asked = false

  const run = async () => {
    while (asked) {
      asked = false
      await work()
    }
    running = null
  }
  return {
    ask: () => {
      asked = true
      running ??= run()
    },
    idle: async () => {
      while (running) await running
    },
  }
}
