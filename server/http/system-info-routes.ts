import { readFleetHistory } from '../fleet/read-fleet-history.ts'
import { listWorkspaces } from '../system/list-workspaces.ts'
import { type AboutProcess, readServerInfo } from '../system/read-server-info.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function systemInfoRoutes(api: Api, about: () => AboutProcess) {
  route(api, 'listWorkspaces', (ctx) => listWorkspaces(ctx))
  route(api, 'readFleetHistory', (ctx, { query }) => readFleetHistory(ctx, query))
  route(api, 'readServerInfo', (ctx) => readServerInfo(ctx, about()))
}
