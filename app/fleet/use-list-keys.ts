import { type Session } from '../../contract/sessions.ts'
import { useCommands } from '../frame/use-commands.ts'

type Choice = {
  rows: readonly Session[]
  chosen: string | null
  choose: (id: string | null) => void
  peek: boolean
  setPeek: (open: boolean) => void
  marked: number
  mark: (id: string) => void
  clearMarks: () => void
  onOpen: (id: string) => void
}

/** j k move, x selects, Space peeks, Enter opens, Esc closes what is on top: the peek, the selection, the choice. */
export function useListKeys({ rows, chosen, choose, peek, setPeek, marked, mark, clearMarks, onOpen }: Choice) {
  const move = (step: number) => {
    if (rows.length === 0) return false
    const place = rows.findIndex(({ id }) => id === chosen)
    return choose(rows[Math.max(0, Math.min(rows.length - 1, place === -1 ? 0 : place + step))]?.id ?? null)
  }
  const ofChosen = (act: (id: string) => void) => () => (chosen === null ? false : act(chosen))
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    mark: ofChosen(mark),
    peek: ofChosen(() => setPeek(!peek)),
    open: ofChosen(onOpen),
    close: () => {
      if (peek && chosen !== null) return setPeek(false)
      if (marked > 0) return clearMarks()
      if (chosen === null) return false
      choose(null)
    },
  })
}
