import { type SessionFilter } from '../../contract/sessions.ts'
import { listFields, readTerm, toFilter } from './filter-terms.ts'

export const defaultFilter: SessionFilter = { status: ['active'] }

/** The address without a status means active ones; `status=any` means all. */
const anyStatus = 'any'

export function readFilterUrl(search: URLSearchParams): SessionFilter {
  const terms = listFields.flatMap((field) => search.getAll(field).flatMap((value) => readTerm(field, value) ?? []))
  const filter = toFilter(terms, (search.get('q') ?? '').slice(0, 200))
  return filter.status !== undefined || search.get('status') === anyStatus ? filter : { ...defaultFilter, ...filter }
}

export function toFilterUrl(filter: SessionFilter): string {
  const search = new URLSearchParams()
  const isDefault = filter.status?.length === 1 && filter.status[0] === 'active'
  if (filter.status === undefined) search.append('status', anyStatus)
  for (const field of listFields) {
    if (field === 'status' && isDefault) continue
    for (const value of filter[field] ?? []) search.append(field, value)
  }
  if (filter.q !== undefined) search.append('q', filter.q)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const isDefaultFilter = (filter: SessionFilter) => toFilterUrl(filter) === ''
