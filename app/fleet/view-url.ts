import { type SessionFilter } from '../../contract/sessions.ts'
import { readFilterUrl, toFilterSearch } from './filter-url.ts'

export const groupings = ['workspace', 'thread', 'host', 'harness', 'parent'] as const
export type Grouping = (typeof groupings)[number]

/** Which groups are folded: these, or all but these. */
export type Folds = { all: boolean; except: readonly string[] }
export type View = { filter: SessionFilter; group: Grouping | null; folds: Folds }

export const noFolds: Folds = { all: false, except: [] }
const mostFolds = 200

export function readViewUrl(search: URLSearchParams): View {
  const group = groupings.find((one) => one === search.get('group')) ?? null
  const folds = group === null ? noFolds : { all: search.get('folded') === 'all', except: [...new Set(search.getAll('except'))].slice(0, mostFolds) }
  return { filter: readFilterUrl(search), group, folds }
}

export function toViewUrl({ filter, group, folds }: View): string {
  const search = toFilterSearch(filter)
  if (group !== null) {
    search.append('group', group)
    if (folds.all) search.append('folded', 'all')
    for (const key of folds.except.slice(-mostFolds)) search.append('except', key)
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const isFolded = ({ all, except }: Folds, key: string) => except.includes(key) !== all

export const toggleFold = ({ all, except }: Folds, key: string): Folds => ({
  all,
  except: except.includes(key) ? except.filter((one) => one !== key) : [...except, key],
})
