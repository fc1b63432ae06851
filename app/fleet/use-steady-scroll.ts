import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
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

  // The same when the list itself is moved, by a line more or less above it. Observed before it is painted.
  const moved = useEffectEvent((element: HTMLDivElement, by: number) => {
    if (by !== 0 && (element.scrollTop > 0 || steady)) element.scrollBy({ top: by })
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    let top = element.offsetTop
    const observer = new ResizeObserver(() => {
      const now = element.offsetTop
      moved(element, now - top)
      top = now
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}
