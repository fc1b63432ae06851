import { type AuditAction, type AuditEntry } from '../../contract/audit.ts'
import { sayInstant } from '../session/words.ts'

type Facts = Record<string, unknown>
/** Read after the name of who did it: `abandoned` [api rate limits] ``. The object is a link where there is one. */
export type Said = { verb: string; object: string | null; rest: string }

const factsOf = (side: unknown): Facts => (side !== null && typeof side === 'object' ? (side as Facts) : {})
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const ends: Record<string, string> = { abandoned: 'abandoned', complete: 'completed', merged: 'marked as merged' }
const ways: Record<string, string> = { password: 'with a password', link: 'by a link', oidc: 'by single sign-on' }
const article = (role: string) => (/^[aeiou]/.test(role) ? 'an' : 'a')

function sayPersonChange(object: string, role: string, name: string): Said {
  if (role === '') return { verb: 'renamed', object, rest: name && `to ${name}` }
  return { verb: 'made', object, rest: `${article(role)} ${role}${name && `, now called ${name}`}` }
}

/** One of the two sides of a takeover; nobody is nothing to say. */
function saySide(word: string, owner: unknown): string {
  const name = text(factsOf(owner)['name'])
  return name && `${word} ${name}`
}

function sayFailed(object: string | null, way: string, address: string): Said {
  const rest = `from ${address}`
  if (way === 'oidc') return { verb: 'was refused at single sign-on', object: null, rest }
  return object === null ? { verb: 'tried an unknown address', object, rest } : { verb: 'failed to sign in as', object, rest }
}

const sentences: Record<AuditAction, (object: string, before: Facts, after: Facts, entry: AuditEntry) => Said> = {
  'session.ended': (object, _, { status }) => ({ verb: ends[text(status)] ?? 'ended', object, rest: '' }),
  'session.undone': (object) => ({ verb: 'took back the abandonment of', object, rest: '' }),
  'session.deleted': (object) => ({ verb: 'deleted', object, rest: '' }),
  'thread.taken_over': (object, { owner }, { owner: next }) => ({ verb: 'took', object, rest: [saySide('from', owner), saySide('for', next)].join(' ').trim() }),
  'thread.anchor_set': (object, _, { anchor }) => ({ verb: 'set the anchor of', object, rest: `to ${text(anchor) || 'none'}` }),
  'sessions.reaped': (object, _, { abandoned }) => ({ verb: `abandoned ${text(abandoned)} dead sessions of`, object, rest: '' }),
  'bulk.started': (object, _, { total }) => ({ verb: `began to abandon ${text(total)} sessions:`, object, rest: '' }),
  'bulk.stopped': (object) => ({ verb: 'stopped abandoning', object, rest: '' }),
  'bulk.undone': (object) => ({ verb: 'took back abandoning', object, rest: '' }),
  'breaker.tripped': (_, _before, { dead, active }) => ({ verb: `held back: ${text(dead)} of ${text(active)} active sessions died of silence at once`, object: null, rest: '' }),
  'breaker.cleared': () => ({ verb: 'let the dead be abandoned again', object: null, rest: '' }),
  'session.swept': (object, _, { removed }) => ({ verb: `removed ${text(removed)}`, object, rest: 'past their time' }),
  'person.signed_in': (_, _before, { with: way, address }) => ({ verb: 'signed in', object: null, rest: `${ways[text(way)] ?? ''} from ${text(address)}`.trim() }),
  'person.sign_in_failed': (object, _, { with: way, address }, { targetName }) => sayFailed(targetName === null ? null : object, text(way), text(address)),
  'person.signed_out': () => ({ verb: 'signed out', object: null, rest: '' }),
  'person.invited': (object, _, { role }) => ({ verb: 'invited', object, rest: `as ${text(role)}` }),
  'person.joined': (_, _before, { role }) => ({ verb: 'came for the first time', object: null, rest: `as ${text(role)}` }),
  'person.changed': (object, _, { role, name }) => sayPersonChange(object, text(role), text(name)),
  'person.removed': (object) => ({ verb: 'removed', object, rest: '' }),
  'sign_in_link.made': (object) => ({ verb: 'made a sign-in link for', object, rest: '' }),
  'sign_in_link.spent': () => ({ verb: 'used their sign-in link and set a password', object: null, rest: '' }),
  'token.made': (object, _, { role }) => ({ verb: `made the ${text(role)} token`.replace('  ', ' '), object, rest: '' }),
  'token.revoked': (object) => ({ verb: 'revoked the token', object, rest: '' }),
  'token.reissued': (object) => ({ verb: 'got a new secret for the token', object, rest: '' }),
  'database.restored': (_, _before, { backupMadeAt }) => ({ verb: 'restored the database from a backup', object: null, rest: `of ${sayFact(backupMadeAt)}` }),
  'setting.changed': (object) => ({ verb: 'changed the setting', object, rest: '' }),
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(sentences, action)

/** What was done, in words. An action that this page does not know yet is shown by its name. */
export function sayAct(entry: AuditEntry): Said {
  const object = entry.targetName ?? entry.targetId
  if (!isKnown(entry.action)) return { verb: entry.action, object, rest: '' }
  return sentences[entry.action](object, factsOf(entry.before), factsOf(entry.after), entry)
}

/** Who is not known at a door is not the system. */
export const sayActor = ({ actorKind, actorId, actorName }: AuditEntry) =>
  actorKind === 'system' && actorId === 'nobody' ? 'somebody' : actorName

export const actionNames: Record<AuditAction, string> = {
  'session.ended': 'Session ended',
  'session.undone': 'Abandonment undone',
  'session.deleted': 'Session deleted',
  'thread.taken_over': 'Thread taken over',
  'thread.anchor_set': 'Anchor set',
  'sessions.reaped': 'Dead sessions reaped',
  'bulk.started': 'Bulk abandonment begun',
  'bulk.stopped': 'Bulk abandonment stopped',
  'bulk.undone': 'Bulk abandonment undone',
  'breaker.tripped': 'Breaker tripped',
  'breaker.cleared': 'Breaker cleared',
  'session.swept': 'Old sessions removed',
  'person.signed_in': 'Signed in',
  'person.sign_in_failed': 'Sign-in failed',
  'person.signed_out': 'Signed out',
  'person.invited': 'Person invited',
  'person.joined': 'Person joined',
  'person.changed': 'Person changed',
  'person.removed': 'Person removed',
  'sign_in_link.made': 'Sign-in link made',
  'sign_in_link.spent': 'Sign-in link used',
  'token.made': 'Token made',
  'token.revoked': 'Token revoked',
  'token.reissued': 'Token reissued',
  'setting.changed': 'Setting changed',
  'database.restored': 'Backup restored',
}

const instant = /^\d{4}-\d\d-\d\dT/
/** One value of before or after: instants as people say them, the rest as JSON has it. */
export function sayFact(value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value !== 'string') return JSON.stringify(value)
  return instant.test(value) ? sayInstant(value) : value
}

export type Changed = { name: string; before: unknown; after: unknown }

/** Field by field; undefined: that side did not have it. */
export function changesOf(entry: AuditEntry): Changed[] {
  const before = factsOf(entry.before)
  const after = factsOf(entry.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({ name, before: before[name], after: after[name] }))
}

const sayOne = ({ name, before, after }: Changed) =>
  before === undefined ? `${name} ${sayFact(after)}` : after === undefined ? `${name} ${sayFact(before)}` : `${name} ${sayFact(before)} → ${sayFact(after)}`

export const sayChange = (entry: AuditEntry) => changesOf(entry).map(sayOne).join(' · ')

/** Today by the clock alone, this year with the day, before that with the year. The whole instant stands in the title. */
export function sayWhen(at: string, now: Date): string {
  const when = new Date(at)
  if (when.toDateString() === now.toDateString()) return when.toLocaleTimeString('en-GB')
  const day = when.toLocaleDateString('en-GB', { day: '2-digit', month: 'short' })
  const sameYear = when.getFullYear() === now.getFullYear()
  return sameYear ? `${day} ${when.toLocaleTimeString('en-GB').slice(0, 5)}` : `${day} ${when.getFullYear()}`
}
