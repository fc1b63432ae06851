import { listBulkJobs } from '../bulk/list-bulk-jobs.ts'
import { previewBulkAbandon } from '../bulk/preview-bulk-abandon.ts'
import { readBulkJob } from '../bulk/read-bulk-job.ts'
import { startBulkAbandon } from '../bulk/start-bulk-abandon.ts'
import { stopBulkJob } from '../bulk/stop-bulk-job.ts'
import { undoBulkJob } from '../bulk/undo-bulk-job.ts'
import { abandonSession } from '../sessions/abandon-session.ts'
import { previewAbandon } from '../sessions/preview-abandon.ts'
import { undoAbandon } from '../sessions/undo-abandon.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function operatorRoutes(api: Api) {
  route(api, 'previewAbandon', (ctx, { params }) => previewAbandon(ctx, params.id))
  route(api, 'abandonSession', (ctx, { params, body }) => abandonSession(ctx, params.id, body))
  route(api, 'undoAbandon', (ctx, { params, body }) => undoAbandon(ctx, params.id, body))
  route(api, 'previewBulkAbandon', (ctx, { body }) => previewBulkAbandon(ctx, body))
  route(api, 'startBulkAbandon', (ctx, { body }) => startBulkAbandon(ctx, body))
  route(api, 'listBulkJobs', (ctx) => listBulkJobs(ctx))
  route(api, 'readBulkJob', (ctx, { params }) => readBulkJob(ctx, params.id))
  route(api, 'stopBulkJob', (ctx, { params }) => stopBulkJob(ctx, params.id))
  route(api, 'undoBulkJob', (ctx, { params }) => undoBulkJob(ctx, params.id))
}
