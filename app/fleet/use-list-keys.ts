import { useEffect, useEffectEvent } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { isTyping } from '../frame/is-typing.ts'

type Choice = {
  rows: readonly Session[]
  chosen: string | null
  choose: (id: string | null) => void
  peek: boolean
  setPeek: (open: boolean) => void
  onOpen: (id: string) => void
}

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
/** A focused button or link has its own Enter and Space. */
const isPressable = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a, summary') !== null

/** j k move, Space peeks, Enter opens, Esc closes. */
export function useListKeys({ rows, chosen, choose, peek, setPeek, onOpen }: Choice) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return
    const place = rows.findIndex(({ id }) => id === chosen)
    const step = steps[event.key]
    if (step !== undefined && rows.length > 0) {
      event.preventDefault()
      choose(rows[Math.max(0, Math.min(rows.length - 1, place === -1 ? 0 : place + step))]?.id ?? null)
    } else if (event.key === ' ' && chosen !== null && !isPressable(event.target)) {
      event.preventDefault()
      setPeek(!peek)
    } else if (event.key === 'Enter' && chosen !== null && !isPressable(event.target)) {
      onOpen(chosen)
    } else if (event.key === 'Escape') {
      if (peek) setPeek(false)
      else choose(null)
    }
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])
}
