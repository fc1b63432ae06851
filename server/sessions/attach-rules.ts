import { sql, type SQL } from 'drizzle-orm'
import { type AttachRule, type AttachSession } from '../../contract/sessions.ts'
import { type Context, LookAgain } from '../context.ts'
import { isPath } from './is-path.ts'

export type Sought = Omit<AttachSession, 'workspace' | 'sessionId'> & { workspace: string }
type Outcome = 'matched' | 'miss' | 'claimed' | 'skipped'
type Candidate = { id: string } & Record<(typeof identities)[number], string | null>
export type Tried = { rule: AttachRule; value: string; outcome: Outcome }
export type Search = { found: string | null; tried: Tried[] }

type Rule = {
  rule: AttachRule
  value: (sought: Sought) => string | undefined
  where: (sought: Sought) => SQL
  applies?: (sought: Sought) => boolean
  /** The session must be the only one, and of no other actor. */
  alone?: true
}

const identities = ['externalSessionId', 'nativeActorKey', 'clientInstanceId', 'nativeInstanceKey'] as const

/** One path on two hosts is two places: containers of one fleet often call theirs by the same. */
const atPath = ({ worktreePath, hostId }: Sought) =>
  sql`${isPath('worktree_path', worktreePath!)} ${hostId === undefined ? sql`` : sql`and (s.host_id = ${hostId} or s.host_id is null)`}`

/** After the explicit id, in the order of SES-3. */
const rules: Rule[] = [
  {
    rule: 'external_session_id', value: ({ externalSessionId }) => externalSessionId,
    where: ({ externalSessionId }) => sql`s.external_session_id = ${externalSessionId}`,
  },
  {
    rule: 'native_actor_key', value: ({ nativeActorKey }) => nativeActorKey, applies: ({ clientInstanceId }) => !clientInstanceId,
    where: ({ nativeActorKey }) => sql`s.native_actor_key = ${nativeActorKey}`,
  },
  {
    rule: 'client_instance_id', value: ({ clientInstanceId }) => clientInstanceId,
    where: ({ clientInstanceId }) => sql`s.client_instance_id = ${clientInstanceId}`,
  },
  {
    rule: 'native_instance_key', value: ({ nativeInstanceKey }) => nativeInstanceKey, applies: ({ worktreePath }) => worktreePath !== undefined,
    where: (sought) => sql`s.native_instance_key = ${sought.nativeInstanceKey} and ${atPath(sought)}`,
  },
  {
    rule: 'worktree_path', value: ({ worktreePath }) => worktreePath, applies: ({ nativeParentActorKey }) => !nativeParentActorKey,
    where: (sought) => sql`s.native_parent_actor_key is null and ${atPath(sought)}`, alone: true,
  },
]

/** Tries one rule after the other until one hits, and locks that session. The attach lock of the workspace must be held. */
export async function searchSession(tx: Context, sought: Sought): Promise<Search> {
  const tried: Tried[] = [{ rule: 'session_id', value: '', outcome: 'skipped' }]
  for (const { rule, value: valueOf, where, applies = () => true, alone = false } of rules) {
    const value = valueOf(sought)
    if (!value || !applies(sought)) {
      tried.push({ rule, value: value ?? '', outcome: 'skipped' })
      continue
    }
    const own = sql`s.status = 'active' and s.workspace = ${sought.workspace} and s.owner_id = ${tx.actor.id} and ${where(sought)}`
    const [newest, ...more] = await tx.db.execute<Candidate>(sql`
      select s.id, s.external_session_id as "externalSessionId", s.native_actor_key as "nativeActorKey",
        s.client_instance_id as "clientInstanceId", s.native_instance_key as "nativeInstanceKey"
      from sessions s where ${own} order by s.started_at desc, s.id collate "C" desc limit ${alone ? 2 : 1}`)
    const outcome = !newest || more.length > 0 ? 'miss' : alone && isAnothers(newest, sought) ? 'claimed' : 'matched'
    tried.push({ rule, value, outcome })
    if (outcome === 'matched') return { found: await lockFound(tx, newest!.id, own), tried }
    // A client that says which instance it is, and is none of those we know, is a new one.
    if (rule === 'client_instance_id') break
  }
  return { found: null, tried }
}

/** Both name who they are, and it is not the same. */
const isAnothers = (session: Candidate, sought: Sought) =>
  identities.some((name) => session[name] && sought[name] && session[name] !== sought[name])

/** What changed between the look and the lock is looked at again. */
async function lockFound(tx: Context, id: string, own: SQL) {
  const [found] = await tx.db.execute<{ id: string }>(sql`select s.id from sessions s where s.id = ${id} and ${own} for update`)
  if (!found) throw new LookAgain()
  return found.id
}
