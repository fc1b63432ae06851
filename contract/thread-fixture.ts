import { type Thread, type ThreadOwner } from './threads.ts'

export const anOwner = (given: Partial<ThreadOwner> = {}): ThreadOwner => ({
  sessionId: 'agent-a',
  name: 'api rate limits',
  generation: 1,
  reservedAt: '2026-01-01T10:00:00.000Z',
  status: 'active',
  verdict: 'alive',
  reason: 'heartbeat',
  since: '2026-01-01T10:00:00.000Z',
  progress: 'progressing',
  refused: 0,
  undoUntil: null,
  ...given,
})

/** A whole thread for tests that only care about some of its fields. */
export const aThread = (given: Partial<Thread> = {}): Thread => ({
  id: '00000000-0000-4000-8000-000000000000',
  version: 1,
  workspace: 'shop-api',
  name: 'feature/rate-limits',
  generation: 1,
  anchor: null,
  reservedAt: '2026-01-01T10:00:00.000Z',
  owner: anOwner(),
  waiting: 0,
  ...given,
})
