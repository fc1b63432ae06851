import { type Server } from 'node:http'
import { type AddressInfo } from 'node:net'

export class PortTaken extends Error {}

export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTaken(`Port ${port} of ${host} is taken by another program.`, { cause: error }) : error),
    )
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}
