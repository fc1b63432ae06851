import { Readable } from 'node:stream'
import { exportAudit } from '../audit/export-audit.ts'
import { listAudit } from '../audit/list-audit.ts'
import { type Api } from './api.ts'
import { route } from './route.ts'

export function auditRoutes(api: Api) {
  route(api, 'listAudit', (ctx, { query }) => listAudit(ctx, query))
  route(api, 'exportAudit', async (ctx, { query, reply }) => {
    const { name, type, text } = await exportAudit(ctx, query)
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    // Asks for the next batch only when the client has taken most of the last; ends the generator when the client goes.
    return Readable.from(text, { objectMode: false })
  })
}
