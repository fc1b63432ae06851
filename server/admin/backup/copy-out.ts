import { type PendingQuery, type Row } from 'postgres'

const pieceBytes = 65_536

/** What COPY … TO STDOUT gives. Postgres sends every row by itself; a million small writes would cost more than the rows. */
export async function* copyOut(query: PendingQuery<Row[]>): AsyncGenerator<Buffer> {
  const rows = await query.readable()
  let gathered: Buffer[] = []
  let size = 0
  for await (const row of rows as AsyncIterable<Buffer>) {
    gathered.push(row)
    size += row.length
    if (size < pieceBytes) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  // The driver stops reading its socket when rows come faster than we take them, and forgets to go on after the last.
  rows._read(0)
  if (size > 0) yield Buffer.concat(gathered)
}
