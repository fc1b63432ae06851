import { type Server } from 'node:http'
import { type Config } from '../config.ts'
import { type Pages } from './front.ts'

/** Next renders pages only; it is loaded late, because a process without pages does not need it. */
export async function nextPages(config: Config, httpServer: Server): Promise<{ show: Pages; stop: () => Promise<void> }> {
  const { default: next } = await import('next')
  const app = next({ dev: config.dev, dir: config.root, httpServer, hostname: config.host, port: config.port })
  await app.prepare()
  const handle = app.getRequestHandler()
  return { show: (request, response) => handle(request, response), stop: () => app.close() }
}
