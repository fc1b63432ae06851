import { type OperationId } from '../contract/operations.ts'
import { type Role } from '../contract/roles.ts'
import { type Credentials } from './api.ts'
import { agentActor, testContext } from './context.ts'
import { signedIn, signInAgain } from './people.ts'
import { register } from './sessions.ts'
import { makeToken } from '../server/tokens/make-token.ts'
import { revokeToken } from '../server/tokens/revoke-token.ts'

/** What the walker's credentials are to a session that the token `owner` registered in the workspace `here`. */
export type Standing = 'nobody' | 'person' | 'owner' | 'stranger' | 'elsewhere' | 'its secret' | "another's secret"
export type Walker = { who: string; role: Role | null; standing: Standing; credentials: (targetSecret: string) => Promise<Credentials> }
export type Given = { params?: Record<string, string>; query?: string; body?: object }

const here = 'shop/api'
const elsewhere = 'shop/web'
const password = 'correct horse battery'

/** Everybody who could come to a door, and something for them to ask for. */
export async function openWorld(databaseUrl: string) {
  const { ctx, client } = await testContext(databaseUrl)
  const token = (name: string, role: 'agent' | 'host' | 'viewer' = 'agent', more: object = {}) => makeToken(ctx, { name, role, ...more })
  const owner = await token('owner')
  const asOwner = { ...ctx, actor: agentActor('owner', { id: owner.token.id }) }
  const revoked = await token('revoked')
  await revokeToken(ctx, revoked.token.id)
  const expired = await token('expired', 'agent', { expiresInMs: 60_000 })
  await client`update tokens set expires_at = clock_timestamp() where id = ${expired.token.id}`
  const bearer = async (made: ReturnType<typeof token>) => {
    const { secret } = await made
    return async () => secret
  }
  const person = async (role: 'viewer' | 'operator' | 'admin') => {
    const { actor } = await signedIn(ctx, role)
    return async () => ({ cookie: await signInAgain(ctx, actor.id) })
  }
  const anotherSecret = (await register(asOwner, { workspace: here })).secret

  const walkers: Walker[] = [
    { who: 'nobody at all', role: null, standing: 'nobody', credentials: async () => null },
    { who: 'a garbage token', role: null, standing: 'nobody', credentials: async () => 'mst_garbage' },
    { who: 'a garbage secret', role: null, standing: 'nobody', credentials: async () => 'mss_garbage' },
    { who: 'a garbage cookie', role: null, standing: 'nobody', credentials: async () => ({ cookie: 'muster.session_token=a.b' }) },
    { who: 'a revoked token', role: null, standing: 'nobody', credentials: async () => revoked.secret },
    { who: 'an expired token', role: null, standing: 'nobody', credentials: async () => expired.secret },
    { who: 'a viewer', role: 'viewer', standing: 'person', credentials: await person('viewer') },
    { who: 'an operator', role: 'operator', standing: 'person', credentials: await person('operator') },
    { who: 'an admin', role: 'admin', standing: 'person', credentials: await person('admin') },
    { who: 'a viewer token', role: 'viewer', standing: 'person', credentials: await bearer(token('reads', 'viewer')) },
    { who: "another workspace's viewer token", role: 'viewer', standing: 'elsewhere', credentials: await bearer(token('reads there', 'viewer', { workspace: elsewhere })) },
    { who: 'a host token', role: 'host', standing: 'stranger', credentials: await bearer(token('watcher', 'host', { hostId: 'h1' })) },
    { who: 'the token that registered it', role: 'agent', standing: 'owner', credentials: async () => owner.secret },
    { who: "another owner's token", role: 'agent', standing: 'stranger', credentials: await bearer(token('stranger')) },
    { who: "another owner's token of the same workspace", role: 'agent', standing: 'stranger', credentials: await bearer(token('neighbour', 'agent', { workspace: here })) },
    { who: "another workspace's token", role: 'agent', standing: 'elsewhere', credentials: await bearer(token('far', 'agent', { workspace: elsewhere })) },
    { who: "the session's own secret", role: 'agent', standing: 'its secret', credentials: async (secret) => secret },
    { who: "another session's secret", role: 'agent', standing: "another's secret", credentials: async () => anotherSecret },
  ]

  const freshSession = async (ended: boolean) => {
    const { session, secret } = await register(asOwner, { workspace: here, name: 'target' })
    if (ended) await client`update sessions set status = 'complete', completed_at = clock_timestamp() where id = ${session.id}`
    return { id: session.id, secret }
  }
  const freshPerson = async () => ({ params: { id: (await signedIn(ctx, 'viewer', 'target')).actor.id } })
  const nothing = async (): Promise<Given> => ({})
  const say = (body: object) => async (): Promise<Given> => ({ body })

  /** A valid input for every operation; what stands in `{id}` of a session comes with the target. */
  const inputs: Record<OperationId, () => Promise<Given>> = {
    signIn: say({ email: 'nobody@example.test', password }),
    describeSignIn: nothing,
    startOidc: nothing,
    finishOidc: nothing,
    peekSignInLink: say({ token: 'a link that nobody was given' }),
    spendSignInLink: say({ token: 'a link that nobody was given', password }),
    signOut: nothing,
    whoAmI: nothing,
    registerSession: say({ workspace: here, name: 'walker' }),
    listSessions: async () => ({ query: '?limit=5' }),
    countSessions: nothing,
    readSession: nothing,
    updateSession: say({ model: 'm' }),
    beatSession: nothing,
    reportProgress: say({ activity: 'walks' }),
    reportUsage: say({ inputTokens: 1 }),
    recordContextQuery: say({ path: 'src' }),
    endSession: say({ status: 'merged', reason: 'walked over' }),
    deleteSession: nothing,
    attachSession: say({ workspace: here, name: 'walker', nativeActorKey: 'walker' }),
    findSession: async () => ({ query: '?nativeActorKey=walker' }),
    readActorChain: nothing,
    beatSessions: say({ sessions: ['agent-nobody'] }),
    previewAbandon: nothing,
    abandonSession: say({ reason: 'walked over' }),
    undoAbandon: nothing,
    previewBulkAbandon: say({ which: { ids: ['agent-nobody'] } }),
    startBulkAbandon: say({ which: { ids: ['agent-nobody'] }, reason: 'walked over', count: 1 }),
    listBulkJobs: nothing,
    readBulkJob: async () => ({ params: { id: crypto.randomUUID() } }),
    stopBulkJob: async () => ({ params: { id: crypto.randomUUID() } }),
    undoBulkJob: async () => ({ params: { id: crypto.randomUUID() } }),
    reapSessions: say({ workspace: 'nowhere', reason: 'walked over' }),
    clearBreaker: say({ reason: 'walked over' }),
    readFleetHistory: nothing,
    listThreads: nothing,
    readThread: async () => ({ params: { id: crypto.randomUUID() } }),
    reserveThread: async () => ({ body: { workspace: here, thread: `walk/${crypto.randomUUID()}`, session: {} } }),
    beatReservation: async () => ({ params: { id: crypto.randomUUID() }, body: { token: 'no token' } }),
    releaseReservation: async () => ({ params: { id: crypto.randomUUID() }, body: { token: 'no token' } }),
    takeOverThread: async () => ({ params: { id: crypto.randomUUID() }, body: { generation: 1, reason: 'walked over' } }),
    setThreadAnchor: async () => ({ params: { id: crypto.randomUUID() }, body: { anchor: 'a', reason: 'walked over' } }),
    listHostProcesses: async () => ({ params: { hostId: 'h1' }, query: '?bootId=b1' }),
    reportHost: async () => ({ params: { hostId: 'h1' }, body: { bootId: 'b1' } }),
    listTokens: nothing,
    makeToken: say({ name: 'made by a walker' }),
    revokeToken: async () => ({ params: { id: (await token('target')).token.id } }),
    listPeople: nothing,
    invitePerson: async () => ({ body: { name: 'Ida', email: `${crypto.randomUUID()}@example.test` } }),
    changePerson: async () => ({ ...(await freshPerson()), body: { role: 'operator' } }),
    removePerson: freshPerson,
    makePersonLink: freshPerson,
    listWorkspaces: nothing,
    readServerInfo: nothing,
    listAudit: nothing,
    exportAudit: nothing,
  }
  return { ctx: asOwner, client, walkers, inputs, freshSession, here, elsewhere }
}
