import { abandonSession } from '../sessions/abandon-session.ts'
import { previewAbandon } from '../sessions/preview-abandon.ts'
import { undoAbandon } from '../sessions/undo-abandon.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function operatorRoutes(api: Api) {
  route(api, 'previewAbandon', (ctx, { params }) => previewAbandon(ctx, params.id))
  route(api, 'abandonSession', (ctx, { params, body }) => abandonSession(ctx, params.id, body))
  route(api, 'undoAbandon', (ctx, { params, body }) => undoAbandon(ctx, params.id, body))
}
