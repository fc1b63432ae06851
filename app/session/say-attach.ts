import { type AttachRule, attachRules, type Session } from '../../contract/sessions.ts'

export type Tried = { rule: string; outcome: 'matched' | 'miss' | 'claimed' | 'skipped' | null; said: string; value: string }

const words: Record<AttachRule, string> = {
  session_id: 'session id',
  external_session_id: 'external session id',
  native_actor_key: 'native actor key',
  client_instance_id: 'client instance',
  native_instance_key: 'native instance key at its path',
  worktree_path: 'only root session at its path',
}
const outcomes = ['matched', 'miss', 'claimed', 'skipped'] as const

const isRule = (rule: string): rule is AttachRule => (attachRules as readonly string[]).includes(rule)

function sayOutcome(outcome: Tried['outcome'], value: string): string {
  switch (outcome) {
    case 'matched':
      return 'is this session'
    case 'miss':
      return 'nobody has it'
    case 'claimed':
      return 'belongs to another actor'
    case 'skipped':
      return value === '' ? 'not given' : 'did not apply'
    case null:
      return ''
  }
}

/** `rule:value:outcome` as a person reads it; the value may have colons of its own. Agents may write what they like here. */
export function sayTried(line: string): Tried {
  const first = line.indexOf(':')
  const last = line.lastIndexOf(':')
  const outcome = outcomes.find((one) => one === line.slice(last + 1)) ?? null
  if (first === -1 || first === last || outcome === null) return { rule: line, outcome: null, said: '', value: '' }
  const rule = line.slice(0, first)
  const value = line.slice(first + 1, last)
  return { rule: isRule(rule) ? words[rule] : rule, outcome, value, said: sayOutcome(outcome, value) }
}

/** Why it is attached here, in one sentence. */
export function sayAttached({ attachReason, winningAttachRule, registeredBy }: Pick<Session, 'attachReason' | 'winningAttachRule' | 'registeredBy'>): string {
  if (attachReason !== null && attachReason !== '') return attachReason
  if (winningAttachRule !== null) return `Found by its ${isRule(winningAttachRule) ? words[winningAttachRule] : winningAttachRule}.`
  return `Registered by ${registeredBy}; nothing was looked for.`
}
