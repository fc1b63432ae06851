import { z } from 'zod'

/** Raised when an older Muster could not read what a newer one writes. */
export const formatVersion = 1

/** First line. `schema` is the time stamp of the newest migration in the database that it was made from. */
export const Header = z.object({
  muster: z.literal('backup'),
  format: z.number().int(),
  madeAt: z.iso.datetime({ offset: true }),
  postgres: z.string(),
  schema: z.number().int(),
})
export type Header = z.infer<typeof Header>

/** Before the rows of a table, which follow as COPY's text and end with a line that no row can be: `\.` */
export const TableLine = z.object({ table: z.string().min(1), columns: z.array(z.string().min(1)) })
export type TableLine = z.infer<typeof TableLine>

/** Last line. The checksum is of everything above it; without this line a backup is not whole. */
export const End = z.object({
  rows: z.record(z.string(), z.number().int()),
  sequences: z.record(z.string(), z.string().regex(/^-?\d+$/)),
  sha256: z.string(),
})
export type End = z.infer<typeof End>

export const endOfRows = '\\.\n'

/** COPY's text has one line per row: a line break inside a value is written as \n. */
export function countRows(rows: Buffer): number {
  let count = 0
  for (let at = rows.indexOf(10); at !== -1; at = rows.indexOf(10, at + 1)) count++
  return count
}

/** How values look as text depends on these; both sides set the same, so that every value comes back as it was. */
export const plainText = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s';
  set local row_security = off`
