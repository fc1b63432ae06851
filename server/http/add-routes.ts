import { type Db } from '../../db/client.ts'
import { type FeedHealth } from '../changes/feed-health.ts'
import { type Metrics } from '../metrics.ts'
import { type Auth } from '../people/auth.ts'
import { type Oidc } from '../people/oidc/open-oidc.ts'
import { type RefusalCounts } from '../reservations/refusal-counts.ts'
import { type WaitingLine } from '../reservations/waiting-line.ts'
import { type AboutProcess } from '../system/read-server-info.ts'
import { type Api } from './api.ts'
import { auditRoutes } from './audit-routes.ts'
import { hostRoutes } from './host-routes.ts'
import { livenessRoutes } from './liveness-routes.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { systemInfoRoutes } from './system-info-routes.ts'
import { systemRoutes } from './system-routes.ts'
import { threadRoutes } from './thread-routes.ts'
import { tokenRoutes } from './token-routes.ts'

type Deps = { db: Db; health: FeedHealth; metrics: Metrics; auth: Auth; oidc?: Oidc | null; about: () => AboutProcess; refusals: RefusalCounts; line: WaitingLine }

/** Everything that the API answers: a line per noun. */
export function addRoutes(api: Api, { db, health, metrics, auth, oidc = null, about, refusals, line }: Deps) {
  systemRoutes(api, { db, health, metrics })
  peopleRoutes(api, auth, () => about().baseUrl)
  oidcRoutes(api, auth, oidc)
  tokenRoutes(api)
  sessionRoutes(api)
  hostRoutes(api)
  threadRoutes(api, { metrics, refusals, line })
  operatorRoutes(api)
  livenessRoutes(api, metrics)
  auditRoutes(api)
  systemInfoRoutes(api, about)
}
