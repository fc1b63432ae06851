import fastify from 'fastify'
import { connect } from '../db/client.ts'
import { createAuth } from '../server/people/auth.ts'
import { createIdentify } from '../server/people/identify.ts'
import { createLog } from '../server/log.ts'

/** What beats cost without merging: the same framework, the same look at the credentials, and one UPDATE for each. */
const { db, client } = connect(process.env['DATABASE_URL']!)
const log = createLog('error')
const auth = createAuth({ db, baseUrl: 'http://127.0.0.1', secret: 'x'.repeat(32), log })
const identify = createIdentify({ db, auth })
const app = fastify()
app.post<{ Params: { id: string } }>('/api/v1/sessions/:id/heartbeat', async (request, reply) => {
  const found = await identify(request.headers)
  if (!found) return reply.status(401).send()
  const beaten = await client`
    update session_beats b set last_beat_at = clock_timestamp() from sessions s
    where b.session_id = ${request.params.id} and s.id = b.session_id and b.open and s.owner_id = ${found.actor.id}`
  return reply.status(beaten.count === 1 ? 200 : 404).send({ done: true })
})
process.stdout.write(`running at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.on('SIGTERM', () => process.exit(0))
