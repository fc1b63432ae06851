import { type Api } from './api.ts'

/**
 * No new requests; what is in flight is answered, but gets no more time than leaves enough for the rest of the drain
 * (API-6). The server listens without Fastify, so closing Fastify does not close it.
 */
export async function closeApi({ fastify }: Api, graceMs = 5_000) {
  const { server } = fastify
  await fastify.close()
  const closed = new Promise((resolve) => server.close(resolve))
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  let cut: NodeJS.Timeout | undefined
  const tooLate = new Promise((resolve) => (cut = setTimeout(resolve, graceMs)))
  await Promise.race([closed, tooLate])
  clearTimeout(cut)
  clearInterval(idle)
  server.closeAllConnections()
}
