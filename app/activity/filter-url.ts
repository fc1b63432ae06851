import { AuditFilter } from '../../contract/audit.ts'

/** Spans that end now; the rest of a time range is written with `from` and `to`. */
export const spans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const
export type Span = keyof typeof spans

export const termFields = ['actor', 'action', 'targetKind', 'target', 'workspace'] as const
export type TermField = (typeof termFields)[number]

/** The filter as it stands in the address. `last` goes with the clock, so the same link means the last day on every day. */
export type ActivityFilter = Omit<AuditFilter, 'from' | 'to'> & { last?: Span; from?: string; to?: string }

const isSpan = (text: string | null): text is Span => text !== null && Object.hasOwn(spans, text)
const instant = (text: string | null) => (text !== null && AuditFilter.shape.from.safeParse(text).success ? text : undefined)

export function readActivityUrl(search: URLSearchParams): ActivityFilter {
  const filter: ActivityFilter = {}
  for (const field of termFields) {
    const values = [...new Set(search.getAll(field))].filter((value) => value !== '' && value.length <= 100).slice(0, 50)
    if (values.length > 0) filter[field] = values
  }
  const last = search.get('last')
  const from = instant(search.get('from'))
  const to = instant(search.get('to'))
  const q = (search.get('q') ?? '').trim().slice(0, 200)
  if (isSpan(last)) return { ...filter, last, ...(q !== '' && { q }) }
  return { ...filter, ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(q !== '' && { q }) }
}

export function toActivityUrl(filter: ActivityFilter): string {
  const search = new URLSearchParams()
  for (const field of termFields) for (const value of filter[field] ?? []) search.append(field, value)
  for (const field of ['last', 'from', 'to', 'q'] as const) if (filter[field] !== undefined) search.set(field, filter[field])
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** What the API is asked: a span becomes the instant that it begins at. */
export function toAuditFilter({ last, ...filter }: ActivityFilter, now: number): AuditFilter {
  return last === undefined ? filter : { ...filter, from: new Date(now - spans[last]).toISOString() }
}
