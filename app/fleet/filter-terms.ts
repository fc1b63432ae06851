import { type ComparedThing, comparedThings, readComparison } from '../../contract/filter-values.ts'
import { livenessVerdicts, progressStates, sessionEnds, SessionFilter, sessionStatuses } from '../../contract/sessions.ts'
import { readQuantity, sayQuantity, writtenLike } from './quantity.ts'

/** The fields of the filter that hold lists, in the order in which they are written. */
export const listFields = [
  'status', 'liveness', 'progress', 'needs', 'workspace', 'thread', 'host', 'harness', 'provider', 'model', 'label', 'parent',
] as const
export type ListField = (typeof listFields)[number]
/** not: it must not fit. Words stand in `q`, and are terms only where they must not be found. */
export type Term = { field: ListField | 'compare' | 'q'; value: string; not?: true }
export type Unknown = { text: string; hint: string }

const allowed: Partial<Record<ListField, readonly string[]>> = {
  status: sessionStatuses,
  liveness: livenessVerdicts,
  progress: progressStates,
  needs: ['you'],
}

/** `is:` speaks the words that the page shows; each belongs to one field. */
const isWords = new Map<string, Term[]>([
  ...(['status', 'liveness', 'progress'] as const).flatMap((field) =>
    (allowed[field] ?? []).map((value): [string, Term[]] => [value, [{ field, value }]]),
  ),
  ['ended', sessionEnds.map((value) => ({ field: 'status', value }))],
  ['needs-you', [{ field: 'needs', value: 'you' }]],
])

const isField = (key: string): key is ListField => (listFields as readonly string[]).includes(key)
const isCompared = (key: string): key is ComparedThing => key in comparedThings
const says = (words: Iterable<string>) => [...words].join(', ')

function readCompared(thing: ComparedThing, value: string, not: boolean): Term[] | string {
  const quantity = readQuantity(thing, value.slice(1))
  if (quantity === null) return `Write ${writtenLike[thing]}, or < for less.`
  if (not) return `Turn < and > around instead: ${thing}:${value.startsWith('>') ? '<' : '>'}${value.slice(1)}.`
  return [{ field: 'compare', value: `${thing}${value[0]}${quantity}` }]
}

/** What it says, or why it says nothing that we know. */
function readTerm(key: string, value: string, not: boolean): Term[] | string {
  const noted = (terms: readonly Term[]) => (not ? terms.map((term): Term => ({ ...term, not: true })) : [...terms])
  if (key === 'is') {
    const terms = isWords.get(value.toLowerCase())
    return terms === undefined ? `is: takes ${says(isWords.keys())}.` : noted(terms)
  }
  if (isCompared(key) && /^[<>]/.test(value)) return readCompared(key, value, not)
  if (!isField(key)) {
    if (isCompared(key)) return `Write ${writtenLike[key]}, or < for less.`
    return `There is no filter ${key}:. There are ${says(['is', ...listFields.slice(4), ...Object.keys(comparedThings)])}. In quotes it is a word to look for.`
  }
  const words = allowed[key]
  if (words === undefined) return value.trim() === '' ? `What ${key}? * stands for anything.` : noted([{ field: key, value }])
  if (!words.includes(value.toLowerCase())) return `${key}: takes ${says(words)}${isCompared(key) ? `, or write ${writtenLike[key]}` : ''}.`
  return noted([{ field: key, value: value.toLowerCase() }])
}

const token = /(-)?(?:(\w+):(?:"((?:[^"\\]|\\.)*)"|(\S*))|"((?:[^"\\]|\\.)*)"|(\S+))/g
const unquote = (text: string) => text.replaceAll(/\\(.)/g, '$1')

/** Reads `is:stalled -host:laptop-* cost:>5 label:"team=a b" free words -"not these"`, and says what it can't read. */
export function readFilterText(text: string): { terms: Term[]; q: string; unknown: Unknown[] } {
  const terms: Term[] = []
  const words: string[] = []
  const unknown: Unknown[] = []
  for (const [whole, minus, key, quotedValue, bareValue, quotedWord, bareWord] of text.matchAll(token)) {
    const quoted = quotedValue ?? quotedWord
    const value = quoted === undefined ? (bareValue ?? bareWord ?? '') : unquote(quoted)
    const name = key?.toLowerCase()
    if (name === undefined) {
      if (minus === undefined) words.push(value)
      else if (value.trim() !== '') terms.push({ field: 'q', value, not: true })
      continue
    }
    const read = readTerm(name, value, minus !== undefined)
    if (typeof read === 'string') unknown.push({ text: whole, hint: read })
    else if (isTaken(read)) terms.push(...read)
    else unknown.push({ text: whole, hint: `${name}: can't be that, or not that long.` })
  }
  return { terms, q: words.join(' '), unknown }
}

/** What the server would refuse is no term: a name that no workspace can have, a text without end. */
const isTaken = (terms: readonly Term[]) => SessionFilter.safeParse(toFilter(terms, '')).success

const unique = (values: readonly string[]) => [...new Set(values)]

export function toFilter(terms: readonly Term[], q: string): SessionFilter {
  const filter: Record<string, string[] | string> = {}
  for (const field of [...listFields, 'compare'] as const) {
    const values = unique(terms.filter((term) => term.field === field && term.not !== true).map(({ value }) => value))
    if (values.length > 0) filter[field] = values
  }
  const not = unique(terms.filter((term) => term.not === true).map(({ field, value }) => `${field}:${value}`))
  if (not.length > 0) filter['not'] = not
  if (q.trim() !== '') filter['q'] = q.trim().slice(0, 200)
  return filter
}

function toNegated(text: string): Term {
  const at = text.indexOf(':')
  return { field: text.slice(0, at) as Term['field'], value: text.slice(at + 1), not: true }
}

export const toTerms = (filter: SessionFilter): Term[] => [
  ...[...listFields, 'compare' as const].flatMap((field) => (filter[field] ?? []).map((value): Term => ({ field, value }))),
  ...(filter.not ?? []).map(toNegated),
]

const quote = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`

export function sayTerm({ field, value, not }: Term): string {
  const minus = not === true ? '-' : ''
  if (field === 'compare') {
    const { thing, more, than } = readComparison(value)
    return `${thing}:${more ? '>' : '<'}${sayQuantity(thing, than)}`
  }
  if (field === 'q') return minus + (/\s/.test(value) ? quote(value) : sayWords(value))
  if (field === 'needs') return `${minus}is:needs-you`
  if (isWords.get(value)?.[0]?.field === field && allowed[field] !== undefined) return `${minus}is:${value}`
  return `${minus}${field}:${/^[^\s"\\]+$/.test(value) ? value : quote(value)}`
}

/** Words as they have to be written to be read as words: what looks like a term stands in quotes. */
export const sayWords = (q: string) => (/(^|\s)(-|\w+:)|["\\]/.test(q) ? quote(q) : q)

export const sayFilter = (filter: SessionFilter) =>
  [...toTerms(filter).map(sayTerm), ...(filter.q === undefined ? [] : [sayWords(filter.q)])].join(' ')
