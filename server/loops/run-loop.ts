import { type Logger } from 'pino'

/** Runs `work` again and again with a jittered pause until stopped. A failure is logged and the next round tries again. */
export function runLoop(name: string, everyMs: number, log: Logger, work: () => Promise<void>) {
  let stopped = false
  let wake = () => {}
  const running = (async () => {
    while (!stopped) {
      try {
        await work()
      } catch (error) {
        if (!stopped) log.error({ err: error, loop: name }, 'a loop failed; the next round tries again')
      }
      if (stopped) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs * (0.75 + Math.random() * 0.5))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return {
    stop: async () => {
      stopped = true
      wake()
      await running
    },
  }
}
