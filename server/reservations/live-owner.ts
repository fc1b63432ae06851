import { type Reserved, type Thread, type ThreadOwner } from '../../contract/threads.ts'

type LiveOwner = Extract<Reserved, { outcome: 'live_owner' }>

/** For who did not get a thread: who has it, since when, how alive, and what would free it (GEN-6). */
export function liveOwner({ id, workspace, name, generation }: Thread, owner: ThreadOwner): LiveOwner {
  return {
    outcome: 'live_owner',
    message: `${name} belongs to ${owner.name} (${owner.sessionId}) since ${owner.reservedAt}. ${stateOf(owner)}`,
    hint: whatFrees(owner),
    thread: { id, workspace, name, generation },
    owner,
  }
}

function stateOf({ verdict, reason, since, undoUntil }: ThreadOwner): string {
  if (undoUntil !== null) return `An operator abandoned that session and can undo that until ${undoUntil}.`
  const when = since === null ? '' : `, ${verdict === 'alive' ? 'last seen' : 'since'} ${since}`
  return `It is ${verdict} (${reason.replaceAll('_', ' ')}${when}).`
}

function whatFrees({ verdict, undoUntil }: ThreadOwner): string {
  const wait = 'Send waitMs to wait in line for it'
  if (undoUntil !== null) return `It is free when that time is over. ${wait}.`
  if (verdict === 'dead') return `Many sessions fell silent at once, so none of them loses its thread before an operator has looked. ${wait}.`
  const unseen = verdict === 'unknown' ? 'Nothing is known of its life, so it never counts as dead: an' : 'An'
  return `It is free when its owner releases it, ends or dies. ${wait}. ${unseen} operator can take it over.`
}
