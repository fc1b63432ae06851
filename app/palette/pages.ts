import { type Door } from '../../contract/roles.ts'

/** Every page of the room, the door that it stands behind, and what else people call it. */
export const pages: readonly { href: string; name: string; words: string; door: Door }[] = [
  { href: '/', name: 'Fleet', words: 'sessions agents home', door: 'listSessions' },
  { href: '/threads', name: 'Threads', words: 'reservations branches owners who owns what line', door: 'listThreads' },
  { href: '/activity', name: 'Activity', words: 'audit trail history log who did what', door: 'listAudit' },
  { href: '/settings/people', name: 'Settings: people', words: 'roles users admins members', door: 'listPeople' },
  { href: '/settings/tokens', name: 'Settings: tokens', words: 'api keys secrets agents', door: 'listTokens' },
  { href: '/settings/workspaces', name: 'Settings: workspaces', words: 'projects', door: 'readServerInfo' },
  { href: '/settings/limits', name: 'Settings: limits and retention', words: 'tables rows size kept', door: 'readServerInfo' },
  { href: '/settings/server', name: 'Settings: server', words: 'version postgres node address feed', door: 'readServerInfo' },
  { href: '/api-reference', name: 'API reference', words: 'openapi http calls documentation', door: 'openApiDocument' },
]
