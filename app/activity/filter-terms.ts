import { type ActivityFilter, type TermField, termFields } from './filter-url.ts'

export type Term = { field: TermField; value: string }

/** As people type them. */
const byWord: Record<string, TermField> = { actor: 'actor', by: 'actor', action: 'action', kind: 'targetKind', target: 'target', on: 'target', workspace: 'workspace' }
const words: Record<TermField, string> = { actor: 'by', action: 'action', targetKind: 'kind', target: 'on', workspace: 'workspace' }

const token = /(?:(\w+):)?(?:"([^"]*)"|(\S+))/g

/** Reads `by:Anna on:agent-x free words`. What is no term of ours is a word to look for. */
export function readActivityText(text: string): { terms: Term[]; q: string } {
  const terms: Term[] = []
  const rest: string[] = []
  for (const [whole, key, quoted, bare] of text.matchAll(token)) {
    const field = key === undefined || !Object.hasOwn(byWord, key.toLowerCase()) ? undefined : byWord[key.toLowerCase()]
    const value = quoted ?? bare ?? ''
    if (field !== undefined && value !== '') terms.push({ field, value })
    else rest.push(key === undefined ? value : whole)
  }
  return { terms, q: rest.join(' ') }
}

export const toTerms = (filter: ActivityFilter): Term[] =>
  termFields.flatMap((field) => (filter[field] ?? []).map((value) => ({ field, value })))

/** The filter with exactly these terms; words and time stay. */
export function withTerms(filter: ActivityFilter, terms: readonly Term[]): ActivityFilter {
  const next: ActivityFilter = { ...filter }
  for (const field of termFields) {
    const values = [...new Set(terms.filter((term) => term.field === field).map(({ value }) => value))]
    if (values.length > 0) next[field] = values
    else delete next[field]
  }
  return next
}

export const sayTerm = ({ field, value }: Term) => `${words[field]}:${/\s/.test(value) ? `"${value}"` : value}`

export const sayActivityFilter = (filter: ActivityFilter) =>
  [...toTerms(filter).map(sayTerm), filter.last && `last ${filter.last}`, filter.from && `from ${filter.from}`, filter.to && `to ${filter.to}`, filter.q]
    .filter(Boolean)
    .join(' ')
