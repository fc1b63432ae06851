import { type Db } from '../../db/client.ts'
import { type FeedHealth } from '../changes/feed-health.ts'
import { type Metrics } from '../metrics.ts'
import { type Auth } from '../people/auth.ts'
import { type Api } from './api.ts'
import { peopleRoutes } from './people-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { systemRoutes } from './system-routes.ts'

/** Everything that the API answers: a line per noun. */
export function addRoutes(api: Api, { db, health, metrics, auth }: { db: Db; health: FeedHealth; metrics: Metrics; auth: Auth }) {
  systemRoutes(api, { db, health, metrics })
  peopleRoutes(api, auth)
  sessionRoutes(api, metrics)
}
