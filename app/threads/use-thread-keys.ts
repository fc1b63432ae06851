import { type Thread } from '../../contract/threads.ts'
import { useCommands } from '../frame/use-commands.ts'

type Choice = { rows: readonly Thread[]; chosen: string | null; choose: (id: string | null) => void; onOpen: (id: string) => void }

/** j k move, Enter opens, Esc takes the choice back. */
export function useThreadKeys({ rows, chosen, choose, onOpen }: Choice) {
  const move = (step: number) => {
    if (rows.length === 0) return false
    const place = rows.findIndex(({ id }) => id === chosen)
    return choose(rows[Math.max(0, Math.min(rows.length - 1, place === -1 ? 0 : place + step))]?.id ?? null)
  }
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    open: () => (chosen === null ? false : onOpen(chosen)),
    close: () => (chosen === null ? false : choose(null)),
  })
}
