import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { type Socket } from 'node:net'
import { socketPath } from '../contract/realtime.ts'

/**
 * A socket.io client that joins the fleet and throws away what it hears: two hundred browsers parse on two hundred
 * machines, and a bench on one must not measure that.
 */
export function openRawSocket(url: string, token: string, cursor: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${socketPath}/?EIO=4&transport=websocket`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') },
    })
    asked.on('error', reject)
    asked.on('upgrade', (_response, socket: Socket) => {
      let heard = ''
      const listen = (chunk: Buffer) => {
        heard += chunk.toString('latin1')
        if (heard.includes('40{"sid"')) send(socket, `420["room:join",${JSON.stringify({ room: 'fleet', cursor })}]`)
        if (!heard.includes('"ok":true')) return
        socket.off('data', listen).on('data', () => {})
        resolve(socket)
      }
      socket.on('data', listen).on('error', reject)
      send(socket, `40${JSON.stringify({ token })}`)
      // Said unasked, a pong keeps the line open without looking for pings in what comes.
      setInterval(() => send(socket, '3'), 5_000).unref()
    })
    asked.end()
  })
}

/** One text frame of a client: always masked, here with zeros. */
function send(socket: Socket, text: string) {
  const body = Buffer.from(text)
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff]
  socket.write(Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), body]))
}
