import { useCommands } from '../frame/use-commands.ts'
import { type Line } from './group-rows.ts'

type Choice = {
  lines: readonly Line[]
  chosen: string | null
  choose: (id: string | null) => void
  peek: boolean
  setPeek: (open: boolean) => void
  marked: number
  mark: (id: string) => void
  clearMarks: () => void
  onOpen: (id: string) => void
  onFold: (key: string) => void
}

/** j k move, x selects, Space peeks, Enter opens, Esc closes what is on top: the peek, the selection, the choice. */
export function useListKeys({ lines, chosen, choose, peek, setPeek, marked, mark, clearMarks, onOpen, onFold }: Choice) {
  const move = (step: number) => {
    if (lines.length === 0) return false
    const place = lines.findIndex(({ id }) => id === chosen)
    return choose(lines[Math.max(0, Math.min(lines.length - 1, place === -1 ? 0 : place + step))]?.id ?? null)
  }
  const line = () => lines.find(({ id }) => id === chosen)
  /** On the head of a group every key but moving folds it. */
  const ofChosen = (act: (id: string) => void) => () => {
    const on = line()
    if (on === undefined) return chosen === null ? false : act(chosen)
    return on.kind === 'group' ? onFold(on.key) : act(on.id)
  }
  const turn = (fold: boolean) => () => {
    const on = line()
    if (on === undefined || on.folded === fold) return false
    if (on.kind === 'group') return onFold(on.key)
    return on.below > 0 ? onFold(on.id) : false
  }
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    mark: ofChosen(mark),
    peek: ofChosen(() => setPeek(!peek)),
    open: ofChosen(onOpen),
    fold: turn(true),
    unfold: turn(false),
    close: () => {
      if (peek && chosen !== null) return setPeek(false)
      if (marked > 0) return clearMarks()
      if (chosen === null) return false
      choose(null)
    },
  })
}
