type Waiting<Ask, Answer> = { ask: Ask; answer: (answer: Answer) => void; fail: (error: unknown) => void }

/**
 * Works on a call at once, or together with all that comes while `atOnce` runs are under way, `most` in one of them. No
 * timer: a lone call waits for nothing, a flood shares round trips. A run gives an answer for each, in order.
 */
export function mergeCalls<Ask, Answer>(work: (asks: Ask[]) => Promise<Answer[]>, { atOnce, most }: { atOnce: number; most: number }) {
  const waiting: Waiting<Ask, Answer>[] = []
  let running = 0

  const run = async () => {
    const mine = waiting.splice(0, most)
    running += 1
    try {
      const answers = await work(mine.map(({ ask }) => ask))
      for (const [place, { answer }] of mine.entries()) answer(answers[place]!)
    } catch (error) {
      for (const { fail } of mine) fail(error)
    }
    running -= 1
    if (waiting.length > 0) void run()
  }
  return (ask: Ask): Promise<Answer> =>
    new Promise((answer, fail) => {
      waiting.push({ ask, answer, fail })
      if (running < atOnce) void run()
    })
}
