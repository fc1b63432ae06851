import { type AuditEntry, type AuditFilter, type AuditPage } from '../../contract/audit.ts'

/** Entries as far as they were loaded, newest first. */
export type AuditList = { rows: readonly AuditEntry[]; nextCursor: string | null }

/** Below zero: a stands above b. Postgres writes instants in UTC, so that their text sorts as they do, microseconds included. */
export const inAuditOrder = (a: AuditEntry, b: AuditEntry) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1)

const within = (wanted: readonly string[] | undefined, ...values: (string | null)[]) =>
  wanted === undefined || wanted.length === 0 || values.some((value) => value !== null && wanted.includes(value))

function hasWords({ actorName, action, targetName, targetId, reason }: AuditEntry, q: string | undefined): boolean {
  const text = [actorName, action, targetName, targetId, reason].join('\n').toLowerCase()
  return (q ?? '').toLowerCase().split(/\s+/).every((word) => text.includes(word))
}

/** The server's filter, once more: decides whether what just happened belongs in a list that is on screen. */
export const auditMatches = (entry: AuditEntry, filter: AuditFilter): boolean =>
  within(filter.actor, entry.actorId, entry.actorName) &&
  within(filter.action, entry.action) &&
  within(filter.targetKind, entry.targetKind) &&
  within(filter.target, entry.targetId) &&
  within(filter.workspace, entry.workspace) &&
  (filter.from === undefined || Date.parse(entry.at) >= Date.parse(filter.from)) &&
  (filter.to === undefined || Date.parse(entry.at) < Date.parse(filter.to)) &&
  hasWords(entry, filter.q)

/** The list with what the feed brought, each entry once. The same object when none of it belongs there. */
export function addEntries(list: AuditList, entries: readonly AuditEntry[], filter: AuditFilter): AuditList {
  const last = list.nextCursor === null ? undefined : list.rows.at(-1)
  const known = new Set(list.rows.map(({ id }) => id))
  // Below the last loaded row it belongs to a page that is still to come.
  const added = entries.filter((entry) => !known.has(entry.id) && auditMatches(entry, filter) && (last === undefined || inAuditOrder(entry, last) < 0))
  return added.length === 0 ? list : { ...list, rows: [...added, ...list.rows].sort(inAuditOrder) }
}

/** A page below the list, or the first one. Entries never change, so what stands there already stays. */
export function addAuditPage(list: AuditList | null, page: AuditPage): AuditList {
  const known = new Set(list?.rows.map(({ id }) => id))
  return { rows: [...(list?.rows ?? []), ...page.items.filter(({ id }) => !known.has(id))], nextCursor: page.nextCursor }
}
