import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { AdminError } from '../usage.ts'
import { explainFile } from './explain-file.ts'
import { countRows, End, endOfRows, formatVersion, Header, TableLine } from './format.ts'

export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableLine }
  | { kind: 'rows'; rows: Buffer; soFar: number }
  | { kind: 'end'; end: End }

const newline = 10

/** The parts of a backup in their order. The end comes only when everything before it is what was written. */
export async function* readBackup(file: string): AsyncGenerator<Part> {
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.once('error', (error) => unpacked.destroy(error))
  try {
    yield* new Parser(file).parts(unpacked)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged(file, error)
    await explainFile(file, () => Promise.reject(error))
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

class Parser {
  readonly #file: string
  readonly #hash: Hash = createHash('sha256')
  readonly #rows: End['rows'] = {}
  #rest: Buffer = Buffer.alloc(0)
  #table: string | null = null
  #began = false
  #ended = false

  constructor(file: string) {
    this.#file = file
  }

  async *parts(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
    for await (const chunk of source) {
      if (this.#ended) throw damaged(this.#file)
      this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
      for (let part = this.#next(); part !== null; part = this.#next()) yield part
    }
    if (!this.#ended || this.#rest.length > 0) throw damaged(this.#file)
  }

  #next(): Part | null {
    if (this.#table !== null) {
      const rows = this.#takeRows(this.#table)
      if (rows) return { kind: 'rows', rows, soFar: this.#rows[this.#table]! }
      if (this.#table !== null) return null
    }
    const end = this.#rest.indexOf(newline)
    return end === -1 ? null : this.#readLine(this.#rest.subarray(0, end + 1))
  }

  /** Whole rows only, so that what is left always begins where a row, or the end of the rows, begins. */
  #takeRows(table: string): Buffer | null {
    const marker = this.#rest.indexOf(`\n${endOfRows}`)
    const atEnd = this.#rest.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))
    const length = atEnd ? 0 : marker === -1 ? this.#rest.lastIndexOf(newline) + 1 : marker + 1
    if (atEnd) {
      this.#take(endOfRows.length)
      this.#table = null
    }
    if (length === 0) return null
    const rows = this.#take(length)
    this.#rows[table] = (this.#rows[table] ?? 0) + countRows(rows)
    return rows
  }

  #readLine(raw: Buffer): Part {
    const value = parseJson(raw)
    if (!this.#began) {
      const header = Header.safeParse(value).data
      if (!header) throw new AdminError(`${this.#file} is not a backup of Muster.`, 'Name a file that "muster backup" wrote.')
      if (header.format > formatVersion)
        throw new AdminError(`${this.#file} was written by a newer Muster, in a format that this one does not know.`, 'Update this Muster, then restore.')
      this.#began = true
      this.#take(raw.length)
      return { kind: 'header', header }
    }
    const table = TableLine.safeParse(value).data
    if (table) {
      this.#take(raw.length)
      this.#table = table.table
      this.#rows[table.table] = 0
      return { kind: 'table', table }
    }
    const end = End.safeParse(value).data
    if (!end || end.sha256 !== this.#hash.digest('hex') || !sameCounts(end.rows, this.#rows)) throw damaged(this.#file)
    this.#rest = this.#rest.subarray(raw.length)
    this.#ended = true
    return { kind: 'end', end }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#hash.update(taken)
    this.#rest = this.#rest.subarray(length)
    return taken
  }
}

function damaged(file: string, cause?: unknown) {
  const hint = 'It may have been cut short or changed on its way. Nothing was restored; take another one.'
  return new AdminError(`${file} is not a whole backup.`, hint, { cause })
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}

const sameCounts = (a: End['rows'], b: End['rows']) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, rows]) => b[name] === rows)
