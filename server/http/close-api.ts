import { type Api } from './api.ts'

/** What is in flight is answered, but gets no more time than leaves enough for the rest of the drain (API-6). */
export async function closeApi({ fastify }: Api, graceMs = 6_000) {
  const cut = setTimeout(() => fastify.server.closeAllConnections(), graceMs)
  await fastify.close().finally(() => clearTimeout(cut))
}
