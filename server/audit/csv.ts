import { AuditEntry } from '../../contract/audit.ts'

const columns = Object.keys(AuditEntry.shape) as (keyof AuditEntry)[]

/** A spreadsheet runs a cell that begins with one of these as a formula; behind an apostrophe it is text. */
const formula = /^[=+\-@\t\r\n]/
const special = /[",\r\n]/

/** RFC 4180: in quotes where it has to be, and quotes doubled. An object is its JSON; null is empty. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvHead = `${columns.join(',')}\r\n`
export const csvLine = (entry: AuditEntry) => `${columns.map((column) => csvCell(entry[column])).join(',')}\r\n`
