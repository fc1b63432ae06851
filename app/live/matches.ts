import { type Session, type SessionFilter } from '../../contract/sessions.ts'

const within = (wanted: readonly string[] | undefined, ...values: (string | null)[]) =>
  wanted === undefined || wanted.length === 0 || values.some((value) => value !== null && wanted.includes(value))

function hasLabel(labels: Session['labels'], wanted: string): boolean {
  const at = wanted.indexOf('=')
  return at === -1 ? wanted in labels : labels[wanted.slice(0, at)] === wanted.slice(at + 1)
}

function hasWords(session: Session, q: string | undefined): boolean {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { name, id, thread, activity, model, harness, hostId, hostname, worktreePath } = session
  const text = [name, id, thread, activity, model, harness, hostId, hostname, worktreePath].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The server's filter, once more: decides whether a session that changed belongs in a list that is on screen. */
export const matches = (session: Session, filter: SessionFilter): boolean =>
  within(filter.status, session.status) &&
  within(filter.liveness, session.liveness.verdict) &&
  within(filter.progress, session.progress) &&
  within(filter.workspace, session.workspace) &&
  within(filter.thread, session.thread) &&
  within(filter.host, session.hostId, session.hostname) &&
  within(filter.harness, session.harness) &&
  within(filter.provider, session.provider) &&
  within(filter.model, session.model) &&
  within(filter.parent, session.nativeParentActorKey) &&
  (filter.label ?? []).every((label) => hasLabel(session.labels, label)) &&
  hasWords(session, filter.q)
