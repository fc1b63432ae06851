import { useCallback, useMemo, useState } from 'react'
import { type Session } from '../../contract/sessions.ts'

const nothing: ReadonlySet<string> = new Set()

/** Selected rows. One that left the list is no longer selected: nothing may be done to what nobody sees. */
export function useMarks(rows: readonly Session[]) {
  const [marks, setMarks] = useState(nothing)
  const mark = useCallback((id: string) => {
    setMarks((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const clearMarks = useCallback(() => setMarks(nothing), [])
  const marked = useMemo(() => (marks.size === 0 ? [] : rows.filter(({ id }) => marks.has(id)).map(({ id }) => id)), [rows, marks])
  return { marks, marked, mark, clearMarks }
}
