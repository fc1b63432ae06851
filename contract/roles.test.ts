import { expect, test } from 'vitest'
import { type Operation, operations } from './operations.ts'
import { roomKinds } from './realtime.ts'
import { type Door, isOpen, may, mayDo, mayJoin, roles, secretMayDo } from './roles.ts'

/**
 * Said a second time, because server and walk both believe the table: a role that slips into it would be let in and
 * found right. A new operation is added here too, by whom it is for.
 */
const said: Record<Door, string> = {
  healthz: 'anyone',
  readyz: 'anyone',
  signIn: 'anyone',
  describeSignIn: 'anyone',
  startOidc: 'anyone',
  finishOidc: 'anyone',
  peekSignInLink: 'anyone',
  spendSignInLink: 'anyone',
  signOut: 'viewer operator admin agent host',
  whoAmI: 'viewer operator admin agent host',
  openApiDocument: 'viewer operator admin agent host',
  metrics: 'viewer operator admin',
  registerSession: 'agent',
  listSessions: 'viewer operator admin agent',
  countSessions: 'viewer operator admin agent',
  readSession: 'viewer operator admin agent',
  updateSession: 'agent',
  beatSession: 'agent',
  reportProgress: 'agent',
  reportUsage: 'agent',
  recordContextQuery: 'agent',
  endSession: 'operator admin agent',
  deleteSession: 'operator admin',
  attachSession: 'agent',
  findSession: 'viewer operator admin agent',
  readActorChain: 'viewer operator admin agent',
  beatSessions: 'agent',
  previewAbandon: 'operator admin',
  abandonSession: 'operator admin',
  undoAbandon: 'operator admin',
  previewBulkAbandon: 'operator admin',
  startBulkAbandon: 'operator admin',
  listBulkJobs: 'viewer operator admin',
  readBulkJob: 'viewer operator admin',
  stopBulkJob: 'operator admin',
  undoBulkJob: 'operator admin',
  reapSessions: 'operator admin',
  clearBreaker: 'operator admin',
  readFleetHistory: 'viewer operator admin agent',
  listThreads: 'viewer operator admin agent',
  readThread: 'viewer operator admin agent',
  reserveThread: 'agent',
  beatReservation: 'agent',
  releaseReservation: 'agent',
  takeOverThread: 'operator admin',
  setThreadAnchor: 'operator admin',
  listHostProcesses: 'host',
  reportHost: 'host',
  listWorkspaces: 'viewer operator admin agent',
  readServerInfo: 'admin',
  listTokens: 'admin',
  makeToken: 'admin',
  revokeToken: 'admin',
  listPeople: 'admin',
  invitePerson: 'admin',
  changePerson: 'admin',
  removePerson: 'admin',
  makePersonLink: 'admin',
  listAudit: 'viewer operator admin',
  exportAudit: 'viewer operator admin',
  'room:join': 'viewer operator admin agent',
  'room:leave': 'viewer operator admin agent host',
  'clock:ask': 'viewer operator admin agent host',
  'session:carry': 'agent',
}

const doors = Object.keys(mayDo) as Door[]
const operationOf = (door: Door) => (operations as Record<string, Operation>)[door]
const whoMay = (door: Door) => (isOpen(door) ? 'anyone' : roles.filter((role) => may(role, door)).join(' '))

test('[SEC-2] the role table says of every door what was decided, and nothing more', () => {
  expect(Object.fromEntries(doors.map((door) => [door, whoMay(door)]))).toEqual(said)
})

test('[SEC-2] a viewer changes nothing but their own sign-in', () => {
  const writes = doors.filter((door) => !isOpen(door) && (operationOf(door)?.method ?? 'GET') !== 'GET')
  expect(writes.filter((door) => may('viewer', door))).toEqual(['signOut'])
})

test('[SEC-2] what a viewer may, an operator may, and what an operator may, an admin may', () => {
  for (const door of doors) {
    if (may('viewer', door)) expect(may('operator', door), door).toBe(true)
    if (may('operator', door)) expect(may('admin', door), door).toBe(true)
  }
})

test('[SEC-2] people, tokens and settings are for admins alone, and the trail for people', () => {
  const below = (path: RegExp) => doors.filter((door) => path.test(operationOf(door)?.path ?? ''))
  expect(below(/^\/(people|tokens|server)/).length).toBeGreaterThan(8)
  for (const door of below(/^\/(people|tokens|server)/)) expect(mayDo[door], door).toEqual(['admin'])
  for (const door of below(/^\/audit/)) expect([may('agent', door), may('host', door)], door).toEqual([false, false])
  expect(roomKinds.filter((kind) => !(mayJoin[kind] as readonly string[]).includes('viewer'))).toEqual(['settings'])
  expect(mayJoin).toMatchObject({ settings: ['admin'], activity: ['viewer', 'operator', 'admin'] })
})

test("[SEC-2] a session's secret may nothing that its token may not", () => {
  expect(secretMayDo.filter((door) => !may('agent', door))).toEqual([])
  for (const door of ['registerSession', 'listSessions', 'countSessions', 'deleteSession', 'listWorkspaces'] as const)
    expect(secretMayDo, door).not.toContain(door)
})
