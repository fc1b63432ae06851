import { z } from 'zod'
import { type ErrorCode } from './errors.ts'
import { SessionId } from './ids.ts'
import { ChooseCredentials, Me, PeekLink, SignIn, SignInLink } from './people.ts'
import {
  ContextQuery,
  EndSession,
  ListSessions,
  RegisteredSession,
  RegisterSession,
  ReportProgress,
  ReportUsage,
  Session,
  SessionDetail,
  SessionPage,
  UpdateSession,
} from './sessions.ts'

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
  status: 200 | 201
  errors: readonly ErrorCode[]
  /** Needs no credentials. Only health and sign-in may say so (SEC-1). */
  open?: true
}

const id = z.object({ id: SessionId })
const done = z.object({ done: z.literal(true) })

/** Everything that the page or an agent can do. Routes, the OpenAPI document and clients are made from this table. */
export const operations = {
  signIn: {
    method: 'POST', path: '/sign-in', tag: 'people', open: true,
    summary: 'Sign in with e-mail address and password; sets a cookie.',
    body: SignIn, answer: Me, status: 200, errors: ['sign_in_failed', 'too_many_attempts'],
  },
  peekSignInLink: {
    method: 'POST', path: '/sign-in/link/peek', tag: 'people', open: true,
    summary: 'Say whom a one-time sign-in link is for, without spending it.',
    body: PeekLink, answer: SignInLink, status: 200, errors: ['link_spent', 'too_many_attempts'],
  },
  spendSignInLink: {
    method: 'POST', path: '/sign-in/link', tag: 'people', open: true,
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
    body: RegisterSession, answer: RegisteredSession, status: 201, errors: [],
  },
  listSessions: {
    method: 'GET', path: '/sessions', tag: 'sessions',
    summary: 'List sessions, newest first, by any combination of filters.',
    query: ListSessions, answer: SessionPage, status: 200, errors: ['invalid_cursor'],
  },
  readSession: {
    method: 'GET', path: '/sessions/{id}', tag: 'sessions',
    summary: 'Read one session with what hangs off it.',
    params: id, answer: SessionDetail, status: 200, errors: ['session_not_found'],
  },
  updateSession: {
    method: 'PATCH', path: '/sessions/{id}', tag: 'sessions',
    summary: 'Change the given fields only; null clears one.',
    params: id, body: UpdateSession, answer: Session, status: 200, errors: ['session_not_found', 'session_ended'],
  },
  beatSession: {
    method: 'POST', path: '/sessions/{id}/heartbeat', tag: 'sessions',
    summary: 'Say that the agent is alive.',
    params: id, answer: done, status: 200, errors: ['session_not_found', 'session_ended'],
  },
  reportProgress: {
    method: 'POST', path: '/sessions/{id}/progress', tag: 'sessions',
    summary: 'Say what the agent does now, or what it waits for.',
    params: id, body: ReportProgress, answer: Session, status: 200, errors: ['session_not_found', 'session_ended'],
  },
  reportUsage: {
    method: 'POST', path: '/sessions/{id}/usage', tag: 'sessions',
    summary: 'Report tokens, tool calls and cost. Totals merge by maximum and never fall.',
    params: id, body: ReportUsage, answer: Session, status: 200,
    errors: ['session_not_found', 'session_ended', 'out_of_range'],
  },
  recordContextQuery: {
    method: 'POST', path: '/sessions/{id}/context-queries', tag: 'sessions',
    summary: 'Note what an active session looked up. Succeeds and does nothing for a missing or ended one.',
    params: id, body: ContextQuery, answer: done, status: 200, errors: [],
  },
  endSession: {
    method: 'POST', path: '/sessions/{id}/end', tag: 'sessions',
    summary: 'End a session. Frees all that it holds. The same end again is harmless.',
    params: id, body: EndSession, answer: Session, status: 200, errors: ['session_not_found', 'session_ended'],
  },
  deleteSession: {
    method: 'DELETE', path: '/sessions/{id}', tag: 'sessions',
    summary: 'Delete an ended session now. An active one is refused.',
    params: id, answer: done, status: 200, errors: ['session_not_found', 'session_active'],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations
