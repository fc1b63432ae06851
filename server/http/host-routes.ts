import { listHostProcesses } from '../liveness/list-host-processes.ts'
import { reportHost } from '../liveness/report-host.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function hostRoutes(api: Api) {
  route(api, 'listHostProcesses', (ctx, { params, query }) => listHostProcesses(ctx, params.hostId, query))
  route(api, 'reportHost', (ctx, { params, body }) => reportHost(ctx, params.hostId, body))
}
