import { type RefObject, useLayoutEffect, useRef } from 'react'
import { rowHeight } from './columns.ts'

type Row = { readonly id: string | number }

/**
 * Rows that come or go above must not move what a person reads: the first visible row keeps its place on the screen.
 * At the very top new rows simply appear, unless something is chosen.
 */
export function useSteadyScroll(scroller: RefObject<HTMLDivElement | null>, rows: readonly Row[], steady: boolean) {
  const shown = useRef<readonly Row[]>(rows)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = rows
    const element = scroller.current
    if (element === null || before === rows || before.length === 0) return
    const { scrollTop } = element
    if (scrollTop === 0 && !steady) return
    const first = Math.floor(scrollTop / rowHeight)
    const now = new Map(rows.map(({ id }, place) => [id, place]))
    for (let place = first; place < before.length; place++) {
      const moved = now.get(before[place]?.id ?? '')
      if (moved === undefined) continue
      if (moved !== place) element.scrollTo({ top: scrollTop + (moved - place) * rowHeight })
      return
    }
  }, [scroller, rows, steady])
}
