import { type AttachRule } from '../../contract/sessions.ts'
import { type Tried } from './attach-rules.ts'

const words: Record<AttachRule, string> = {
  session_id: 'id',
  external_session_id: 'external session id',
  native_actor_key: 'native actor key',
  client_instance_id: 'client instance id',
  native_instance_key: 'native instance key at its path',
  worktree_path: 'worktree path',
}
const mostCharacters = 500

/** How a session was attached, as it records it (SES-3). */
export function attachTrail(tried: Tried[]) {
  const winner = tried.find(({ outcome }) => outcome === 'matched')
  return {
    attachPrecedence: tried.map(sayTried),
    winningAttachRule: winner?.rule,
    attachReason: winner ? `Found by its ${words[winner.rule]}, ${shorten(winner.value)}.` : sayWhyMade(tried),
  }
}

/** A path can be longer than the record of it: what is cut off is its beginning. */
export function sayTried({ rule, value, outcome }: Tried): string {
  const room = mostCharacters - rule.length - outcome.length - 2
  return `${rule}:${shorten(value, room)}:${outcome}`
}

const shorten = (value: string, room = 400) => {
  const characters = Array.from(value)
  return value.length <= room ? value : `…${characters.slice(-Math.floor((room - 1) / 2)).join('')}`
}

function sayWhyMade(tried: Tried[]): string {
  const claimed = tried.find(({ outcome }) => outcome === 'claimed')
  if (claimed) return `Made, because the session at ${shorten(claimed.value)} belongs to another actor.`
  const missed = tried.filter(({ outcome }) => outcome === 'miss').map(({ rule }) => words[rule])
  return missed.length === 0 ? 'Made, because nothing was said to find one by.' : `Made, because no active session has this ${missed.join(', nor this ')}.`
}
