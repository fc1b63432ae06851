import { type SessionDetail, type SessionFilter } from '../../contract/sessions.ts'

export const sessionKeys = {
  all: ['sessions'] as const,
  lists: ['sessions', 'list'] as const,
  list: (filter: SessionFilter) => ['sessions', 'list', filter] as const,
  counts: ['sessions', 'counts'] as const,
  count: (filter: SessionFilter) => ['sessions', 'counts', filter] as const,
  any: ['sessions', 'any'] as const,
  detail: (id: string) => ['sessions', 'detail', id] as const,
  chain: (id: string) => ['sessions', 'chain', id] as const,
}

/** A detail with the moment that it was asked for, which decides whether its room covers it. gone: deleted since. */
export type ShownSession = SessionDetail & { askedAt: number; gone: boolean }
