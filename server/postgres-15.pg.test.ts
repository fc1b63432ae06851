import { describe, expect, test } from 'vitest'
import { type RegisteredSession, type Session, type SessionDetail, type SessionPage } from '../contract/sessions.ts'
import { readFeed } from './changes/read-feed.ts'
import { openFeed } from './changes/open-feed.ts'
import { announceVerdicts } from './liveness/announce-verdicts.ts'
import { sweepSessions } from './sessions/sweep-sessions.ts'
import { makeAgent } from '../test/agent.ts'
import { hasPostgres, startCluster } from '../test/postgres-cluster.ts'
import { startServer } from '../test/server.ts'
import { endedAgo } from '../test/sessions.ts'
import { migrate } from '../db/migrate.ts'

describe.skipIf(!hasPostgres(15))('a real PostgreSQL 15', () => {
  test('takes the schema, every verb of a session, the loops and the feed', async () => {
    const cluster = await startCluster({ version: 15 })
    await migrate(cluster.url)
    const agent = await makeAgent(cluster.url)
    const [version] = await agent.client`select current_setting('server_version_num')::int / 10000 as major`
    expect(version!.major).toBe(15)
    const from = await openFeed(agent.db)
    const server = await startServer(cluster.url)
    const api = agent.apiOn(server)

    const { session, reservation } = (await api<RegisteredSession>('POST', '/sessions', { name: 'old', labels: { a: 'b' } })).body
    expect(reservation!.generation).toBe(1)
    const at = `/sessions/${session.id}`
    expect((await api<Session>('PATCH', at, { model: 'm', labels: { c: 'd' } })).body.labels).toEqual({ a: 'b', c: 'd' })
    expect((await api('POST', `${at}/heartbeat`)).status).toBe(200)
    expect((await api<Session>('POST', `${at}/progress`, { waitingFor: 'x' })).body.progress).toBe('waiting')
    expect((await api<Session>('POST', `${at}/usage`, { inputTokens: 3 })).body.usage.inputTokens).toBe(3)
    expect((await api<Session>('POST', `${at}/usage`, { toolCalls: 2, delta: { series: 's', interval: '1' } })).body.usage.toolCalls).toBe(2)
    expect((await api('POST', `${at}/context-queries`, { path: 'src' })).status).toBe(200)
    const detail = (await api<SessionDetail>('GET', at)).body
    expect(detail).toMatchObject({ holds: [{ thread: session.thread }], contextQueries: [{ path: 'src' }] })
    const page = (await api<SessionPage>('GET', '/sessions?liveness=alive&progress=waiting&label=c%3Dd&q=OLD')).body
    expect(page).toMatchObject({ items: [{ id: session.id }], total: { count: 1, capped: false } })

    await agent.client`update session_beats set last_beat_at = now() - interval '1 hour' where session_id = ${session.id}`
    await announceVerdicts(agent.ctx)
    expect((await api<Session>('POST', `${at}/end`, { status: 'merged' })).body.status).toBe('merged')
    await endedAgo(agent.client, session.id, 8 * 86_400_000)
    await sweepSessions(agent.ctx)
    expect((await api('GET', at)).status).toBe(404)

    const other = (await api<RegisteredSession>('POST', '/sessions', {})).body.session
    await api('POST', `/sessions/${other.id}/end`, {})
    expect((await agent.operatorOn(server)('DELETE', `/sessions/${other.id}`)).status).toBe(200)

    const { changes } = await readFeed(agent.db, from, 100)
    const mine = changes.filter(({ entity }) => entity === session.id)
    expect(mine.map(({ version: number }) => number)).toEqual(Array.from({ length: mine.length }, (_, index) => index + 1))
    expect(mine.at(-1)!.body).toBeNull()
    expect(await server.kill('SIGTERM')).toEqual([0, null])
    expect(server.log()).not.toMatch(/"level":(50|60)/)
  }, 40_000)
})
