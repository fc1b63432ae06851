import { expect, test } from 'vitest'
import { matchThread, type ThreadFilter } from './match-thread.ts'
import { anOwner, aThread } from './thread-fixture.ts'

const owned = aThread({ name: 'feature/cache', waiting: 2, owner: anOwner({ name: 'cache invalidation' }) })
const dead = aThread({ name: 'fix/login', owner: anOwner({ sessionId: 'agent-dead', verdict: 'dead' }) })
const free = aThread({ name: 'docs/sweep', workspace: 'docs', owner: null })
const undoable = aThread({ name: 'chore/x', owner: anOwner({ status: 'abandoned', verdict: 'ended', undoUntil: '2026-01-01T10:00:10.000Z' }) })

test.each<[ThreadFilter, unknown[]]>([
  [{}, [owned, dead, free, undoable]],
  [{ state: 'owned' }, [owned, dead, undoable]],
  [{ state: 'free' }, [free]],
  [{ state: 'dead_owner' }, [dead]],
  [{ state: 'waited_for' }, [owned]],
  [{ workspace: 'docs' }, [free]],
  [{ q: 'CACHE' }, [owned]],
  [{ q: 'feature invalid' }, [owned]],
  [{ q: 'agent-dead' }, [dead]],
  [{ q: 'rate' }, [dead]],
  [{ q: '  ' }, [owned, dead, free, undoable]],
])('[UI-4] the filter of threads, said for one: %j', (filter, fits) => {
  expect([owned, dead, free, undoable].filter((thread) => matchThread(thread, filter))).toEqual(fits)
})
