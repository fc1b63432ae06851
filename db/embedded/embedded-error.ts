/** What went wrong with the embedded PostgreSQL, in one sentence, and what the reader can do about it. */
export class EmbeddedError extends Error {
  readonly hint: string

  constructor(sentence: string, hint: string, options?: { cause?: unknown; logTail?: string }) {
    const tail = options?.logTail?.trim()
    super(tail ? `${sentence}\n\n${tail.replace(/^/gm, '  | ')}\n` : sentence, { cause: options?.cause })
    this.name = 'EmbeddedError'
    this.hint = hint
  }
}
