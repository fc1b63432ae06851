import type { OperationId } from './operations.ts'
import type { ClientEvents, RoomKind } from './realtime.ts'

/** People are viewers, operators or admins. Tokens speak for agents, for one host, or read like a viewer. */
export const personRoles = ['viewer', 'operator', 'admin'] as const
export const tokenRoles = ['agent', 'host', 'viewer'] as const
export const roles = ['viewer', 'operator', 'admin', 'agent', 'host'] as const
export type PersonRole = (typeof personRoles)[number]
export type TokenRole = (typeof tokenRoles)[number]
export type Role = (typeof roles)[number]

/** Whatever can be asked for: operations of /api/v1, what stands beside them, and socket events. */
export type Door = OperationId | 'openApiDocument' | 'metrics' | 'healthz' | 'readyz' | keyof ClientEvents

const anyone = 'anyone' as const
const people = ['viewer', 'operator', 'admin'] as const
const readers = ['viewer', 'operator', 'admin', 'agent'] as const
const operators = ['operator', 'admin'] as const
const admins = ['admin'] as const
const agents = ['agent'] as const
const hosts = ['host'] as const
const everybody = roles

/**
 * Who may do what, by operation id. The server enforces it, the page's buttons and the tests read it (SEC-2).
 * An agent's token is limited further, to the sessions that it registered and to its workspace if it has one.
 */
export const mayDo = {
  healthz: anyone,
  readyz: anyone,
  signIn: anyone,
  describeSignIn: anyone,
  startOidc: anyone,
  finishOidc: anyone,
  peekSignInLink: anyone,
  spendSignInLink: anyone,
  signOut: everybody,
  whoAmI: everybody,
  openApiDocument: everybody,
  metrics: people,
  registerSession: agents,
  listSessions: readers,
  countSessions: readers,
  readSession: readers,
  updateSession: agents,
  beatSession: agents,
  reportProgress: agents,
  reportUsage: agents,
  recordContextQuery: agents,
  endSession: ['agent', 'operator', 'admin'],
  deleteSession: operators,
  attachSession: agents,
  findSession: readers,
  readActorChain: readers,
  beatSessions: agents,
  previewAbandon: operators,
  abandonSession: operators,
  undoAbandon: operators,
  previewBulkAbandon: operators,
  startBulkAbandon: operators,
  listBulkJobs: people,
  readBulkJob: people,
  stopBulkJob: operators,
  undoBulkJob: operators,
  reapSessions: operators,
  clearBreaker: operators,
  readFleetHistory: readers,
  listThreads: readers,
  readThread: readers,
  reserveThread: agents,
  beatReservation: agents,
  releaseReservation: agents,
  takeOverThread: operators,
  setThreadAnchor: operators,
  listHostProcesses: hosts,
  reportHost: hosts,
  listWorkspaces: readers,
  readServerInfo: admins,
  listTokens: admins,
  makeToken: admins,
  revokeToken: admins,
  listPeople: admins,
  invitePerson: admins,
  changePerson: admins,
  removePerson: admins,
  makePersonLink: admins,
  listAudit: people,
  exportAudit: people,
  'room:join': readers,
  'room:leave': everybody,
  'clock:ask': everybody,
  'session:carry': agents,
} as const satisfies Record<Door, readonly Role[] | typeof anyone>

/** A session's own secret speaks for that session alone: of what an agent may do, this, and nothing that is added later. */
export const secretMayDo: readonly Door[] = [
  'signOut', 'whoAmI', 'openApiDocument', 'readSession', 'updateSession', 'beatSession', 'reportProgress', 'reportUsage',
  'recordContextQuery', 'endSession', 'readActorChain', 'reserveThread', 'beatReservation', 'releaseReservation', 'room:join', 'room:leave',
  'clock:ask', 'session:carry',
]

/** Of those who may join rooms at all, who may join which kind. */
export const mayJoin = {
  fleet: readers,
  session: readers,
  threads: readers,
  thread: readers,
  settings: admins,
  activity: people,
} as const satisfies Record<RoomKind, readonly Role[]>

/** Asked for without credentials: health and signing in, and nothing else (SEC-1). */
export const isOpen = (door: Door): boolean => mayDo[door] === anyone

export const may = (role: Role | null, door: Door): boolean => {
  const allowed: readonly Role[] | typeof anyone = mayDo[door]
  return allowed === anyone || (role !== null && allowed.includes(role))
}
