import { randomUUID } from 'node:crypto'
import { FeedHealth } from './changes/feed-health.ts'
import { FeedTail } from './changes/feed-tail.ts'
import { startHints } from './changes/hints.ts'
import { openFeed } from './changes/open-feed.ts'
import { readConfig } from './config.ts'
import { type Actor, type Context, systemActor } from './context.ts'
import { Drain } from './drain.ts'
import { explainStart } from './explain-start.ts'
import { addRoutes } from './http/add-routes.ts'
import { createApi } from './http/api.ts'
import { closeApi } from './http/close-api.ts'
import { createFront } from './http/front.ts'
import { listen } from './http/listen.ts'
import { nextPages } from './http/next-pages.ts'
import { defaultBaseUrl, ownOrigins } from './http/own-origins.ts'
import { createLog } from './log.ts'
import { mergeBeats } from './liveness/merge-beats.ts'
import { touchReception } from './liveness/touch-reception.ts'
import { runLoop } from './loops/run-loop.ts'
import { startLoops } from './loops/start-loops.ts'
import { startProber } from './loops/start-prober.ts'
import { createMetrics } from './metrics.ts'
import { openDatabase } from './open-database.ts'
import { onParentGone } from './parent-gone.ts'
import { createAuth } from './people/auth.ts'
import { createIdentify } from './people/identify.ts'
import { loadSecret } from './people/load-secret.ts'
import { makeFirstAdmin } from './people/make-first-admin.ts'
import { openOidc } from './people/oidc/open-oidc.ts'
import { CarriedSessions } from './realtime/carried-sessions.ts'
import { serveSockets } from './realtime/serve-sockets.ts'
import { RefusalCounts } from './reservations/refusal-counts.ts'
import { WaitingLine } from './reservations/waiting-line.ts'
import { aboutProcess } from './system/about-process.ts'
import { warnInClear } from './warn-in-clear.ts'
import { welcome } from './welcome.ts'

const log = createLog(process.env.LOG_LEVEL || 'info')
const drain = new Drain(log)
const leave = (why: string) => void drain.run(why).then(() => process.exit(0))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave(signal))
onParentGone(() => leave('npm has gone'))

boot().catch(async (error: unknown) => {
  const explained = explainStart(error)
  if (explained) process.stderr.write(`\n${explained}\n`)
  else log.fatal({ err: error }, 'Muster did not start')
  await drain.run('it did not start')
  process.exit(1)
})

async function boot() {
  const config = readConfig(process.env)
  const metrics = createMetrics()

  const { url, db, feedDb, announce } = await openDatabase(config, drain, (line) => log.info(line))
  let baseUrl = config.baseUrl ?? defaultBaseUrl(config.host, config.port)
  let ours = ownOrigins(config, config.port)
  const secret = await loadSecret(db, config.secret)
  const auth = createAuth({ db, baseUrl, secret, log })
  const identify = createIdentify({ db, auth })

  const tail = new FeedTail(feedDb, log, await openFeed(feedDb))
  const hints = await startHints(url, log, tail.poke)
  drain.add('hints', hints.stop)
  const hint = () => {
    tail.poke()
    hints.send()
  }
  const beats = mergeBeats({ db })
  const context = (actor: Actor): Context => ({ db, actor, settings: config.settings, hint, beats })
  const system = context(systemActor('muster', 'Muster'))

  const front = createFront({ log, metrics, dev: config.dev, ours: () => ours, identify: async (headers) => (await identify(headers))?.actor ?? null })
  const health = new FeedHealth(db, log, metrics)
  const api = createApi({ server: front.server, log, metrics, trustProxy: config.trustProxy, ratePerSecond: config.ratePerSecond, context, identify })
  const about = aboutProcess({ baseUrl: () => baseUrl, embedded: config.databaseUrl === undefined, ratePerSecond: config.ratePerSecond, health, metrics })
  const oidc = config.oidc ? openOidc({ ...config.oidc, system, db, baseUrl: () => baseUrl, secret, log }) : null
  const refusals = new RefusalCounts(system, log)
  drain.add('refusals', () => refusals.flush())
  const line = new WaitingLine(system, log)
  addRoutes(api, { db, health, metrics, auth, oidc, about, refusals, line })

  const processId = randomUUID()
  const carried = new CarriedSessions({ context, system, processId, log, now: tail.now })
  const sockets = serveSockets({ http: front.upgrades.passed, db, log, metrics, tail, identify, limit: api.limit, carried })
  tail.start({
    onChanges: (changes) => {
      sockets.onChanges(changes)
      line.onChanges(changes)
    },
    onGap: () => {
      sockets.onGap()
      line.onGap()
    },
    onRead: health.onRead,
  })
  drain.add('feed tail', () => tail.stop())

  const loops = startLoops(db, system, log, { metrics, feedLagMs: () => Math.round(health.lagMs()) })
  drain.add('loops', loops.stop)
  const prober = startProber(system, log)
  drain.add('prober', prober.stop)

  if (config.pages) {
    const pages = await nextPages(config, front.upgrades.passed)
    front.showPages(pages.show)
    drain.add('pages', pages.stop)
  }
  await api.fastify.ready()
  drain.add('http', () => closeApi(api))
  drain.add('waits', line.drain)
  drain.add('cut sockets', front.upgrades.cut)
  drain.add('sockets', sockets.stop)
  drain.add('new sockets', front.upgrades.refuseMore)
  // Who was set by environment can sign in from the first answer on; a link is made only where it can be printed.
  const given = config.admin.password === undefined ? null : await makeFirstAdmin(system, config.admin)
  const touch = async () => metrics.breakerHolds.set((await touchReception(system, processId)).breakerHolds ? 1 : 0)
  await touch()
  drain.add('reception', runLoop('reception', 1_000, log, touch).stop)
  const port = await listen(front.server, config.host, config.port)

  baseUrl = config.baseUrl ?? defaultBaseUrl(config.host, port)
  ours = ownOrigins(config, port)
  await announce(baseUrl)
  const admin = given ?? (await makeFirstAdmin(system, config.admin))
  process.stdout.write(`${welcome(baseUrl, admin, warnInClear(config.host, baseUrl))}\n`)
}
