import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** What docs/guide/running.md has nginx do: Host and origin stay, the address that it saw is added, sockets pass. */
export async function startReverseProxy(port: number | string): Promise<number> {
  const proxy = createServer()
  const forward = (incoming: IncomingMessage) => {
    const saw = incoming.socket.remoteAddress!
    const before = incoming.headers['x-forwarded-for']
    const headers = { ...incoming.headers, 'x-forwarded-for': before === undefined ? saw : `${String(before)}, ${saw}`, 'x-forwarded-proto': 'https' }
    return request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers, agent: false })
  }
  proxy.on('request', (incoming, answer) => {
    const outgoing = forward(incoming)
    outgoing.on('response', (from) => {
      answer.writeHead(from.statusCode!, from.rawHeaders)
      from.pipe(answer)
    })
    incoming.pipe(outgoing)
  })
  proxy.on('upgrade', (incoming, near, firstFromNear) => {
    const outgoing = forward(incoming).end()
    outgoing.on('response', (from) => near.end(`HTTP/1.1 ${from.statusCode} no\r\n\r\n`))
    outgoing.on('upgrade', (from, far, firstFromFar) => {
      const headers = Object.entries(from.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      near.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('')}\r\n`)
      near.write(firstFromFar)
      far.write(firstFromNear)
      near.on('error', () => far.destroy()).pipe(far)
      far.on('error', () => near.destroy()).pipe(near)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return (proxy.address() as AddressInfo).port
}
