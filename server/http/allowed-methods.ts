import { type FastifyInstance } from 'fastify'

/** Learns the routes as they are added; then says which methods a path answers to, none when there is nothing there. */
export function watchMethods(fastify: FastifyInstance): (path: string) => string[] {
  const routes: { path: RegExp; methods: string[] }[] = []
  fastify.addHook('onRoute', ({ url, method }) => {
    routes.push({ path: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}/?$`), methods: [method].flat() })
  })
  return (path) => [...new Set(routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods))].toSorted()
}
