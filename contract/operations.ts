import { z } from 'zod'
import { AuditPage, ExportAudit, ListAudit } from './audit.ts'
import { type ErrorCode } from './errors.ts'
import { SessionId } from './ids.ts'
import {
  ChangePerson,
  ChooseCredentials,
  FinishOidc,
  InvitedPerson,
  InvitePerson,
  Me,
  PeekLink,
  Person,
  PersonId,
  PersonList,
  SentOn,
  SignIn,
  SignInLink,
  SignInOptions,
  StartedOidc,
  StartOidc,
} from './people.ts'
import { BulkDetail, BulkJob, BulkList, BulkPreview, PreviewBulk, StartBulk } from './bulk.ts'
import { BeatAnswers, BeatSessions, Breaker, ClearBreaker, FleetHistory, FleetHistoryQuery, Reaped, ReapSessions } from './liveness.ts'
import { HostId, HostProcesses, HostProcessPage, HostReported, ReportHost } from './hosts.ts'
import { ServerInfo, WorkspaceList } from './server-info.ts'
import {
  AbandonPreview,
  AbandonSession,
  ActorChain,
  AttachedSession,
  AttachSession,
  ContextQuery,
  EndSession,
  FindSession,
  FoundSession,
  ListSessions,
  RegisteredSession,
  RegisterSession,
  ReportProgress,
  ReportUsage,
  Session,
  SessionCounts,
  SessionDetail,
  SessionFilter,
  SessionPage,
  UndoAbandon,
  UpdateSession,
} from './sessions.ts'
import {
  BeatReservation,
  ListThreads,
  ReleasedReservation,
  ReleaseReservation,
  Reserved,
  ReserveThread,
  SetAnchor,
  TakeOverThread,
  Thread,
  ThreadDetail,
  ThreadPage,
} from './threads.ts'
import { MadeToken, MakeToken, Token, TokenList } from './tokens.ts'

export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /api/v1, parameters in braces. */
  path: string
  summary: string
  tag: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  answer: z.ZodType
  /** Media types of an answer that is a file, streamed; without them it is JSON. */
  streams?: readonly string[]
  status: 200 | 201 | 302
  errors: readonly ErrorCode[]
}

const id = z.object({ id: SessionId })
const tokenId = z.object({ id: z.uuid() })
const threadId = tokenId
const reservationId = tokenId
const bulkId = tokenId
const personId = z.object({ id: PersonId })
const hostId = z.object({ hostId: HostId })
const done = z.object({ done: z.literal(true) })

/** Everything that the page or an agent can do. Routes, the OpenAPI document and clients are made from this table. */
export const operations = {
  signIn: {
    method: 'POST', path: '/sign-in', tag: 'people',
    summary: 'Sign in with e-mail address and password; sets a cookie.',
    body: SignIn, answer: Me, status: 200, errors: ['sign_in_failed', 'too_many_attempts'],
  },
  describeSignIn: {
    method: 'GET', path: '/sign-in', tag: 'people',
    summary: 'Say how people can sign in here.', answer: SignInOptions, status: 200, errors: [],
  },
  startOidc: {
    method: 'POST', path: '/sign-in/oidc', tag: 'people',
    summary: 'Begin to sign in with the OpenID provider: where to go. Sets a cookie that binds the way back to this browser.',
    body: StartOidc, answer: StartedOidc, status: 200, errors: ['not_set_up', 'provider_unavailable', 'too_many_attempts'],
  },
  finishOidc: {
    method: 'GET', path: '/sign-in/oidc/callback', tag: 'people',
    summary: 'Where the OpenID provider sends people back to: signs them in, or leads to the sign-in page with the reason.',
    query: FinishOidc, answer: SentOn, status: 302, errors: ['too_many_attempts'],
  },
  peekSignInLink: {
    method: 'POST', path: '/sign-in/link/peek', tag: 'people',
    summary: 'Say whom a one-time sign-in link is for, without spending it.',
    body: PeekLink, answer: SignInLink, status: 200, errors: ['link_spent', 'too_many_attempts'],
  },
  spendSignInLink: {
    method: 'POST', path: '/sign-in/link', tag: 'people',
    summary: 'Spend a one-time sign-in link: choose a password and be signed in.',
    body: ChooseCredentials, answer: Me, status: 200, errors: ['link_spent', 'too_many_attempts'],
  },
  signOut: {
    method: 'POST', path: '/sign-out', tag: 'people',
    summary: 'End this sign-in.', answer: done, status: 200, errors: [],
  },
  whoAmI: {
    method: 'GET', path: '/me', tag: 'people',
    summary: 'Who these credentials belong to.', answer: Me, status: 200, errors: [],
  },
  registerSession: {
    method: 'POST', path: '/sessions', tag: 'sessions',
    summary: 'Register a session. Reserves nothing, unless no thread is named: then it holds its own.',
    body: RegisterSession, answer: RegisteredSession, status: 201, errors: ['wrong_workspace'],
  },
  listSessions: {
    method: 'GET', path: '/sessions', tag: 'sessions',
    summary: 'List sessions, newest first, by any combination of filters.',
    query: ListSessions, answer: SessionPage, status: 200, errors: ['invalid_cursor'],
  },
  countSessions: {
    method: 'GET', path: '/sessions/counts', tag: 'sessions',
    summary: 'Count the active sessions that fit, by the state that is shown of them.',
    query: SessionFilter, answer: SessionCounts, status: 200, errors: [],
  },
  readSession: {
    method: 'GET', path: '/sessions/{id}', tag: 'sessions',
    summary: 'Read one session with what hangs off it.',
    params: id, answer: SessionDetail, status: 200, errors: ['session_not_found'],
  },
  updateSession: {
    method: 'PATCH', path: '/sessions/{id}', tag: 'sessions',
    summary: 'Change the given fields only; null clears one.',
    params: id, body: UpdateSession, answer: Session, status: 200, errors: ['session_not_found', 'not_your_session', 'session_ended'],
  },
  beatSession: {
    method: 'POST', path: '/sessions/{id}/heartbeat', tag: 'sessions',
    summary: 'Say that the agent is alive.',
    params: id, answer: done, status: 200, errors: ['session_not_found', 'not_your_session', 'session_ended'],
  },
  reportProgress: {
    method: 'POST', path: '/sessions/{id}/progress', tag: 'sessions',
    summary: 'Say what the agent does now, or what it waits for.',
    params: id, body: ReportProgress, answer: Session, status: 200, errors: ['session_not_found', 'not_your_session', 'session_ended'],
  },
  reportUsage: {
    method: 'POST', path: '/sessions/{id}/usage', tag: 'sessions',
    summary: 'Report tokens, tool calls and cost. Totals merge by maximum and never fall.',
    params: id, body: ReportUsage, answer: Session, status: 200,
    errors: ['session_not_found', 'not_your_session', 'session_ended', 'out_of_range'],
  },
  recordContextQuery: {
    method: 'POST', path: '/sessions/{id}/context-queries', tag: 'sessions',
    summary: 'Note what an active session looked up. Succeeds and does nothing for a missing or ended one.',
    params: id, body: ContextQuery, answer: done, status: 200, errors: ['not_your_session'],
  },
  endSession: {
    method: 'POST', path: '/sessions/{id}/end', tag: 'sessions',
    summary: 'End a session. Frees all that it holds. The same end again is harmless.',
    params: id, body: EndSession, answer: Session, status: 200, errors: ['session_not_found', 'not_your_session', 'session_ended'],
  },
  deleteSession: {
    method: 'DELETE', path: '/sessions/{id}', tag: 'sessions',
    summary: 'Delete an ended session now. An active one is refused.',
    params: id, answer: done, status: 200, errors: ['session_not_found', 'session_active'],
  },
  attachSession: {
    method: 'POST', path: '/sessions/attach', tag: 'sessions',
    summary: 'Find the active session that this agent is, or make it.',
    body: AttachSession, answer: AttachedSession, status: 200, errors: ['wrong_workspace', 'session_not_found', 'not_your_session', 'session_ended'],
  },
  findSession: {
    method: 'GET', path: '/sessions/find', tag: 'sessions',
    summary: 'Find the newest active session by what it is known by; null when there is none.',
    query: FindSession, answer: FoundSession, status: 200, errors: [],
  },
  readActorChain: {
    method: 'GET', path: '/sessions/{id}/chain', tag: 'sessions',
    summary: 'The ancestors of a session, root first, and its children.',
    params: id, answer: ActorChain, status: 200, errors: [],
  },
  beatSessions: {
    method: 'POST', path: '/heartbeats', tag: 'sessions',
    summary: 'Say that many agents are alive, with an answer for each.',
    body: BeatSessions, answer: BeatAnswers, status: 200, errors: ['session_not_found', 'not_your_session', 'session_ended'],
  },
  previewAbandon: {
    method: 'GET', path: '/sessions/{id}/abandon', tag: 'operators',
    summary: 'What abandoning a session would free.',
    params: id, answer: AbandonPreview, status: 200, errors: ['session_not_found', 'session_ended'],
  },
  abandonSession: {
    method: 'POST', path: '/sessions/{id}/abandon', tag: 'operators',
    summary: 'Abandon a session and free all that it holds. Can be undone for ten seconds, unless it is said to be now.',
    params: id, body: AbandonSession, answer: Session, status: 200, errors: ['session_not_found', 'session_ended'],
  },
  undoAbandon: {
    method: 'POST', path: '/sessions/{id}/undo', tag: 'operators',
    summary: 'Take an abandonment back inside its window: same token, same generation.',
    params: id, body: UndoAbandon, answer: Session, status: 200, errors: ['session_not_found', 'not_undoable'],
  },
  previewBulkAbandon: {
    method: 'POST', path: '/bulk/preview', tag: 'operators',
    summary: 'What abandoning a selection, or all that match, would do.',
    body: PreviewBulk, answer: BulkPreview, status: 200, errors: [],
  },
  startBulkAbandon: {
    method: 'POST', path: '/bulk', tag: 'operators',
    summary: 'Abandon a selection, or all that match, one by one, with progress.',
    body: StartBulk, answer: BulkJob, status: 201, errors: ['changed_meanwhile'],
  },
  listBulkJobs: {
    method: 'GET', path: '/bulk', tag: 'operators',
    summary: 'The newest bulk jobs.', answer: BulkList, status: 200, errors: [],
  },
  readBulkJob: {
    method: 'GET', path: '/bulk/{id}', tag: 'operators',
    summary: 'A bulk job with a result per session.',
    params: bulkId, answer: BulkDetail, status: 200, errors: ['bulk_not_found'],
  },
  stopBulkJob: {
    method: 'POST', path: '/bulk/{id}/stop', tag: 'operators',
    summary: 'Stop a bulk job where it is. What it did stays done.',
    params: bulkId, answer: BulkJob, status: 200, errors: ['bulk_not_found'],
  },
  undoBulkJob: {
    method: 'POST', path: '/bulk/{id}/undo', tag: 'operators',
    summary: 'Stop a bulk job and begin to take back what is inside its window, one by one, with progress.',
    params: bulkId, answer: BulkDetail, status: 200, errors: ['bulk_not_found', 'not_undoable'],
  },
  reapSessions: {
    method: 'POST', path: '/reap', tag: 'operators',
    summary: 'Abandon the dead sessions of one thread, or of all.',
    body: ReapSessions, answer: Reaped, status: 200, errors: [],
  },
  clearBreaker: {
    method: 'POST', path: '/breaker/clear', tag: 'operators',
    summary: 'Let the dead be abandoned again after many died of silence at once.',
    body: ClearBreaker, answer: Breaker, status: 200, errors: [],
  },
  readFleetHistory: {
    method: 'GET', path: '/fleet/history', tag: 'system',
    summary: 'The fleet over time: states, cost, tokens, conflicts and feed lag by minute.',
    query: FleetHistoryQuery, answer: FleetHistory, status: 200, errors: [],
  },
  listThreads: {
    method: 'GET', path: '/threads', tag: 'threads',
    summary: 'List threads with who owns them, last reserved first.',
    query: ListThreads, answer: ThreadPage, status: 200, errors: ['invalid_cursor'],
  },
  readThread: {
    method: 'GET', path: '/threads/{id}', tag: 'threads',
    summary: 'A thread with its line and the history of its owners.',
    params: threadId, answer: ThreadDetail, status: 200, errors: ['thread_not_found'],
  },
  reserveThread: {
    method: 'POST', path: '/threads/reserve', tag: 'threads',
    summary: 'Reserve a thread for a session, or for a new one. Answers who has it when somebody alive does.',
    body: ReserveThread, answer: Reserved, status: 200,
    errors: ['wrong_workspace', 'session_not_found', 'not_your_session', 'session_ended', 'anchor_drift'],
  },
  beatReservation: {
    method: 'POST', path: '/reservations/{id}/heartbeat', tag: 'threads',
    summary: 'Say that the owner of a reservation is alive.',
    params: reservationId, body: BeatReservation, answer: done, status: 200,
    errors: ['reservation_not_found', 'token_mismatch', 'reservation_ended', 'stale_generation', 'not_your_session'],
  },
  releaseReservation: {
    method: 'POST', path: '/reservations/{id}/release', tag: 'threads',
    summary: 'Free the thread. The session ends with it, unless it is kept or holds more.',
    params: reservationId, body: ReleaseReservation, answer: ReleasedReservation, status: 200,
    errors: ['reservation_not_found', 'token_mismatch', 'reservation_ended', 'stale_generation', 'not_your_session'],
  },
  takeOverThread: {
    method: 'POST', path: '/threads/{id}/takeover', tag: 'threads',
    summary: 'Take a thread from whoever has it; that session is abandoned and told.',
    params: threadId, body: TakeOverThread, answer: Thread, status: 200,
    errors: ['thread_not_found', 'stale_generation', 'session_not_found', 'session_ended', 'wrong_workspace'],
  },
  setThreadAnchor: {
    method: 'POST', path: '/threads/{id}/anchor', tag: 'threads',
    summary: 'Set the state that the next owner of a thread builds on.',
    params: threadId, body: SetAnchor, answer: Thread, status: 200, errors: ['thread_not_found'],
  },
  listHostProcesses: {
    method: 'GET', path: '/hosts/{hostId}/processes', tag: 'hosts',
    summary: 'The processes of the active sessions of a host, for whoever looks after them on that host.',
    params: hostId, query: HostProcesses, answer: HostProcessPage, status: 200, errors: ['not_your_host'],
  },
  reportHost: {
    method: 'POST', path: '/hosts/{hostId}/report', tag: 'hosts',
    summary: 'Say which boot a host is in and which of those processes are there, with an answer for each.',
    params: hostId, body: ReportHost, answer: HostReported, status: 200, errors: ['not_your_host', 'stale_boot'],
  },
  listTokens: {
    method: 'GET', path: '/tokens', tag: 'tokens',
    summary: 'List the tokens, newest first. Their secrets are nowhere.', answer: TokenList, status: 200, errors: [],
  },
  makeToken: {
    method: 'POST', path: '/tokens', tag: 'tokens',
    summary: 'Make a token. Its secret is in this answer and never shown again.',
    body: MakeToken, answer: MadeToken, status: 201, errors: [],
  },
  revokeToken: {
    method: 'DELETE', path: '/tokens/{id}', tag: 'tokens',
    summary: 'Revoke a token at once, open sockets included. Again is harmless.',
    params: tokenId, answer: Token, status: 200, errors: ['token_not_found'],
  },
  listPeople: {
    method: 'GET', path: '/people', tag: 'people',
    summary: 'List the people and their roles.', answer: PersonList, status: 200, errors: [],
  },
  invitePerson: {
    method: 'POST', path: '/people', tag: 'people',
    summary: 'Make a person and a one-time sign-in link to hand to them.',
    body: InvitePerson, answer: InvitedPerson, status: 201, errors: [],
  },
  changePerson: {
    method: 'PATCH', path: '/people/{id}', tag: 'people',
    summary: "Change a person's role or name, at once. The last admin stays one.",
    params: personId, body: ChangePerson, answer: Person, status: 200, errors: ['person_not_found', 'last_admin'],
  },
  removePerson: {
    method: 'DELETE', path: '/people/{id}', tag: 'people',
    summary: 'Remove a person and end their sign-ins at once, open sockets included. Never the last admin.',
    params: personId, answer: done, status: 200, errors: ['person_not_found', 'last_admin'],
  },
  makePersonLink: {
    method: 'POST', path: '/people/{id}/link', tag: 'people',
    summary: 'Make a new one-time sign-in link for a person; the one before stops working.',
    params: personId, answer: InvitedPerson, status: 201, errors: ['person_not_found'],
  },
  listAudit: {
    method: 'GET', path: '/audit', tag: 'audit',
    summary: 'Who did what, newest first, by any combination of filters.',
    query: ListAudit, answer: AuditPage, status: 200, errors: ['invalid_cursor'],
  },
  exportAudit: {
    method: 'GET', path: '/audit/export', tag: 'audit',
    summary: 'The same as one file, CSV or JSON Lines, as a stream without an end of pages.',
    query: ExportAudit, answer: z.string(), streams: ['text/csv', 'application/jsonl'], status: 200, errors: [],
  },
  listWorkspaces: {
    method: 'GET', path: '/workspaces', tag: 'system',
    summary: 'List the workspaces that sessions are in, by name.',
    answer: WorkspaceList, status: 200, errors: [],
  },
  readServerInfo: {
    method: 'GET', path: '/server', tag: 'system',
    summary: 'What this server is, its limits, and what bounds every table that grows.',
    answer: ServerInfo, status: 200, errors: [],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

/** Every write but those that set cookies, which no kept answer could set again (GEN-5). */
export const takesKey = (operation: Operation) => operation.method !== 'GET' && !operation.path.startsWith('/sign-')
export const IdempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'is not 1 to 200 visible ASCII characters')
    .describe('The same key and request again gives the first answer without doing it again. Kept for a day at least.'),
})
