import { type AuditEntry } from '../../contract/audit.ts'
import { useCommands } from '../frame/use-commands.ts'

type Choice = {
  rows: readonly AuditEntry[]
  chosen: number | null
  choose: (id: number | null) => void
  peek: boolean
  setPeek: (open: boolean) => void
}

/** j k move, Space and Enter peek, Esc closes what is on top: the peek, then the choice. */
export function useActivityKeys({ rows, chosen, choose, peek, setPeek }: Choice) {
  const move = (step: number) => {
    if (rows.length === 0) return false
    const place = rows.findIndex(({ id }) => id === chosen)
    return choose(rows[Math.max(0, Math.min(rows.length - 1, place === -1 ? 0 : place + step))]?.id ?? null)
  }
  const toggle = () => (chosen === null ? false : setPeek(!peek))
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    peek: toggle,
    open: toggle,
    close: () => {
      if (peek && chosen !== null) return setPeek(false)
      if (chosen === null) return false
      choose(null)
    },
  })
}
