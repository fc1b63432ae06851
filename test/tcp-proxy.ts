import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

export type TcpProxy = Awaited<ReturnType<typeof startProxy>>

/** A wire that a test can cut or clamp: real TCP, so what a slow reader does to the sender is real too. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const wires = new Set<{ near: Socket; far: Socket }>()
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname)
    const wire = { near, far }
    wires.add(wire)
    // As a reverse proxy does, it names the server by the server's own name.
    near.once('data', (head: Buffer) => {
      far.write(head.toString('latin1').replace(/^host: .*$/im, `Host: ${hostname}:${port}`), 'latin1')
      near.pipe(far)
    })
    far.pipe(near)
    for (const end of [near, far])
      end.on('error', () => {}).on('close', () => {
        wires.delete(wire)
        near.destroy()
        far.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const { near, far } of wires) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Both ends see the connection die, with nothing said. */
    cut,
    /** Nothing from the server is read any more, until let go. */
    clamp: () => {
      for (const { near, far } of wires) far.unpipe(near).pause()
    },
    letGo: () => {
      for (const { near, far } of wires) far.pipe(near)
    },
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
