/** Asks all the time whether the process lives. `stop` says what was wrong, and how long the slowest answer took. */
export function probeHealth(url: string) {
  let stopped = false
  let slowestMs = 0
  const running = (async (): Promise<string | null> => {
    while (!stopped) {
      const since = performance.now()
      const status = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        (error: Error) => error.message,
      )
      if (status !== 200) return `/healthz was answered with ${status}`
      slowestMs = Math.max(slowestMs, performance.now() - since)
      await new Promise((resume) => setTimeout(resume, 50))
    }
    return null
  })()
  return {
    stop: async () => {
      stopped = true
      return { lost: await running, slowestMs }
    },
  }
}
