/** Called often: how many rows of this table are through. */
export type Progress = (table: string, rows: number) => void

const everyMs = 100

/** Shows progress on one line, at most ten times a second. */
export function showProgress(verb: string, show: (text: string) => void): Progress {
  let shownAt = -Infinity
  return (table, rows) => {
    if (performance.now() - shownAt < everyMs) return
    shownAt = performance.now()
    show(`${verb} ${table}: ${count(rows)} rows`)
  }
}

export const count = (rows: number) => rows.toLocaleString('en')

export const total = (rows: Record<string, number>) => Object.values(rows).reduce((sum, some) => sum + some, 0)
