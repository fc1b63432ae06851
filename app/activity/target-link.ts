import { type AuditEntry } from '../../contract/audit.ts'
import { may, type Role } from '../../contract/roles.ts'

/** Where the thing can be seen, for who may. What is known to be gone has no link. */
export function targetLink({ targetKind, targetId, targetName }: AuditEntry, role: Role | null, gone: ReadonlySet<string>): string | null {
  if (gone.has(targetId) || targetName === null) return null
  if (targetKind === 'session') return `/sessions/${targetId}`
  if (targetKind === 'thread') return `/threads/${targetId}`
  if (targetKind === 'person') return may(role, 'listPeople') ? '/settings/people' : null
  if (targetKind === 'token') return may(role, 'listTokens') ? '/settings/tokens' : null
  return null
}

const removals = new Set(['session.deleted', 'person.removed'])

/** What the loaded part of the trail itself says was removed. */
export const goneIn = (rows: readonly AuditEntry[]): ReadonlySet<string> =>
  new Set(rows.filter(({ action }) => removals.has(action)).map(({ targetId }) => targetId))
