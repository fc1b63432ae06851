import {
  livenessVerdicts,
  progressStates,
  sessionEnds,
  type SessionFilter,
  sessionStatuses,
} from '../../contract/sessions.ts'

/** The fields of the filter that hold lists, in the order in which they are written. */
export const listFields = [
  'status', 'liveness', 'progress', 'workspace', 'thread', 'host', 'harness', 'provider', 'model', 'label', 'parent',
] as const
export type ListField = (typeof listFields)[number]
export type Term = { field: ListField; value: string }

const allowed: Partial<Record<ListField, readonly string[]>> = {
  status: sessionStatuses,
  liveness: livenessVerdicts,
  progress: progressStates,
}

/** `is:` speaks the words that the page shows; each belongs to one field. */
const isWords = new Map<string, Term[]>([
  ...(['status', 'liveness', 'progress'] as const).flatMap((field) =>
    (allowed[field] ?? []).map((value): [string, Term[]] => [value, [{ field, value }]]),
  ),
  ['ended', sessionEnds.map((value) => ({ field: 'status', value }))],
])

const isField = (key: string): key is ListField => (listFields as readonly string[]).includes(key)

/** null: no term of ours. */
export function readTerm(key: string, value: string): Term[] | null {
  if (value === '') return null
  if (key === 'is') return isWords.get(value.toLowerCase()) ?? null
  if (!isField(key)) return null
  const words = allowed[key]
  if (words === undefined) return [{ field: key, value }]
  return words.includes(value.toLowerCase()) ? [{ field: key, value: value.toLowerCase() }] : null
}

const token = /(?:(\w+):)?(?:"((?:[^"\\]|\\.)*)"|(\S+))/g
const unquote = (text: string) => text.replaceAll(/\\(.)/g, '$1')

/** Reads `is:stalled host:build-3 label:"team=a b" free words`. What is no term of ours is a word to look for. */
export function readFilterText(text: string): { terms: Term[]; q: string } {
  const terms: Term[] = []
  const words: string[] = []
  for (const [whole, key, quoted, bare] of text.matchAll(token)) {
    const value = quoted === undefined ? (bare ?? '') : unquote(quoted)
    const read = key === undefined ? null : readTerm(key.toLowerCase(), value)
    if (read !== null) terms.push(...read)
    else words.push(key === undefined ? value : whole)
  }
  return { terms, q: words.join(' ') }
}

export function toFilter(terms: readonly Term[], q: string): SessionFilter {
  const filter: Record<string, string[] | string> = {}
  for (const field of listFields) {
    const values = [...new Set(terms.filter((term) => term.field === field).map((term) => term.value))]
    if (values.length > 0) filter[field] = values
  }
  if (q.trim() !== '') filter['q'] = q.trim()
  return filter
}

export const toTerms = (filter: SessionFilter): Term[] =>
  listFields.flatMap((field) => (filter[field] ?? []).map((value) => ({ field, value })))

export function sayTerm({ field, value }: Term): string {
  if (isWords.get(value)?.[0]?.field === field && allowed[field] !== undefined) return `is:${value}`
  return `${field}:${/^[^\s"\\]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`
}

export const sayFilter = (filter: SessionFilter) =>
  [...toTerms(filter).map(sayTerm), ...(filter.q === undefined ? [] : [filter.q])].join(' ')
