import { SessionFilter } from '../../contract/sessions.ts'
import { listFields } from './filter-terms.ts'

export const defaultFilter: SessionFilter = { status: ['active'] }

/** The address without a status means active ones; `status=any` means all. */
const anyStatus = 'any'
const fields = [...listFields, 'compare', 'not'] as const

/** Of each field what the server would take; the rest of an address that somebody mistyped is left out. */
export function readFilterUrl(search: URLSearchParams): SessionFilter {
  const filter: Record<string, string[] | string> = {}
  for (const field of fields) {
    const values = [...new Set(search.getAll(field))].filter((value) => value !== '' && SessionFilter.safeParse({ [field]: [value] }).success)
    if (values.length > 0) filter[field] = values.slice(0, 50)
  }
  const q = (search.get('q') ?? '').trim().slice(0, 200)
  if (q !== '' && SessionFilter.safeParse({ q }).success) filter['q'] = q
  return filter['status'] !== undefined || search.get('status') === anyStatus ? filter : { ...defaultFilter, ...filter }
}

export function toFilterUrl(filter: SessionFilter): string {
  const text = toFilterSearch(filter).toString()
  return text === '' ? '' : `?${text}`
}

export function toFilterSearch(filter: SessionFilter): URLSearchParams {
  const search = new URLSearchParams()
  const isDefault = filter.status?.length === 1 && filter.status[0] === 'active'
  if (filter.status === undefined) search.append('status', anyStatus)
  for (const field of fields) {
    if (field === 'status' && isDefault) continue
    for (const value of filter[field] ?? []) search.append(field, value)
  }
  if (filter.q !== undefined) search.append('q', filter.q)
  return search
}

export const isDefaultFilter = (filter: SessionFilter) => toFilterUrl(filter) === ''
