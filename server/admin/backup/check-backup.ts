import { type End, type Header } from './format.ts'
import { type Progress } from './progress.ts'
import { readBackup } from './read-backup.ts'

export type Checked = { header: Header; end: End; tables: string[] }

/** Reads the whole file before anything is written: what is cut short or changed is refused here. */
export async function checkBackup(file: string, progress: Progress): Promise<Checked> {
  const tables: string[] = []
  let header: Header | undefined
  let end: End | undefined
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'table') tables.push(part.table.table)
    if (part.kind === 'rows') progress(tables.at(-1)!, part.soFar)
    if (part.kind === 'end') end = part.end
  }
  return { header: header!, end: end!, tables }
}
