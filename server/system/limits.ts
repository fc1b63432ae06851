import { defaultStallMs, defaultTimeoutMs, maxLabels } from '../../contract/sessions.ts'
import { type ServerInfo } from '../../contract/server-info.ts'
import { type Settings } from '../context.ts'
import { linkRule, signInRule } from '../people/count-attempt.ts'

const dayMs = 86_400_000

/** What the server holds everybody to, in words; setBy names the variable that changes it. */
export const limits = ({ sessionRetentionMs, deadGraceMs }: Settings, ratePerSecond: number): ServerInfo['limits'] => [
  { name: 'Ended sessions are kept', value: `${sessionRetentionMs / dayMs} days`, setBy: 'MUSTER_SESSION_RETENTION_DAYS' },
  { name: 'Change feed is kept', value: '1 hour', setBy: null },
  { name: 'Silence until dead, unless a session says otherwise', value: `${defaultTimeoutMs / 1000} s`, setBy: null },
  { name: 'Dead until abandoned by itself', value: deadGraceMs === null ? 'off' : `${deadGraceMs / 60_000} min`, setBy: 'MUSTER_DEAD_GRACE_MINUTES' },
  { name: 'No progress until stalled, unless a session says otherwise', value: `${defaultStallMs / 60_000} min`, setBy: null },
  { name: 'Calls of one token to one process', value: `${ratePerSecond.toLocaleString('en')} a second`, setBy: 'MUSTER_RATE_PER_SECOND' },
  { name: 'Body of a request', value: '1 MiB', setBy: null },
  { name: 'Sessions in one page of a list', value: '1,000', setBy: null },
  { name: 'Labels of a session', value: String(maxLabels), setBy: null },
  { name: 'An Idempotency-Key is kept', value: '2 days', setBy: null },
  { name: 'Tries to sign in, per address', value: `${signInRule.max} in ${signInRule.window} s`, setBy: null },
  { name: 'Tries of a sign-in link, per address', value: `${linkRule.max} in ${linkRule.window} s`, setBy: null },
  { name: 'A sign-in lasts', value: '30 days', setBy: null },
  { name: 'A sign-in link lasts', value: '24 hours', setBy: null },
]
