import { expect, test } from 'vitest'
import { type Frame, type JoinAnswer, type Room } from '../../contract/realtime.ts'
import { Rooms } from './rooms.ts'

const frame = (cursor: string, room: Room = 'fleet'): Frame => ({ room, changes: [], cursor, serverNow: '2026-01-01T00:00:00Z' })
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A server by hand: what was asked of it, and what it answers when the test says so. */
function open() {
  const asked: { cursor: string; answer: (answer: JoinAnswer) => void; fail: () => void }[] = []
  const said: string[] = []
  const line = { connected: true }
  const rooms = new Rooms(
    {
      isConnected: () => line.connected,
      join: ({ cursor }) => new Promise((answer, reject) => asked.push({ cursor, answer, fail: () => reject(new Error('late')) })),
      leave: (room) => said.push(`leave ${room}`),
      wait: () => turn(),
    },
    {
      frame: ({ cursor }) => said.push(`frame ${cursor}`),
      reset: (room, reason) => said.push(`reset ${room} ${reason}`),
      refused: (_, error) => said.push(`refused ${error.code}`),
      joined: () => said.push('joined'),
      lost: () => said.push('lost'),
    },
  )
  const reconnect = () => {
    line.connected = false
    rooms.disconnected()
    line.connected = true
    rooms.connected()
  }
  return { rooms, asked, said, reconnect }
}
const ok = (cursor: string): JoinAnswer => ({ ok: true, frame: frame(cursor) })

test('joins from the snapshot, advances with frames and joins again from there (RT-3)', async () => {
  const { rooms, asked, reconnect } = open()
  rooms.want('fleet')
  rooms.cover('fleet', 0, '1.1.0')
  asked[0]?.answer(ok('1.5.0'))
  await turn()
  rooms.changed(frame('1.9.0'))
  reconnect()
  expect(asked.map(({ cursor }) => cursor)).toEqual(['1.1.0', '1.9.0'])
})

test('a frame that comes before the join is answered does not move the cursor past the catch-up', async () => {
  const { rooms, asked, said, reconnect } = open()
  rooms.want('fleet')
  rooms.cover('fleet', 0, '1.1.0')
  rooms.changed(frame('1.7.0'))
  expect(said).toEqual(['frame 1.7.0'])
  reconnect()
  asked[0]?.fail()
  await turn()
  await turn()
  expect(asked.at(-1)?.cursor).toBe('1.1.0')
})

test('a snapshot that was asked for before the room was joined is joined from too; a later one is covered', async () => {
  const { rooms, asked, said } = open()
  rooms.want('fleet')
  rooms.cover('fleet', performance.now(), '1.4.0')
  rooms.cover('fleet', 0, '1.2.0')
  asked[0]?.answer(ok('1.5.0'))
  await turn()
  expect(said).toEqual(['frame 1.5.0'])
  asked[1]?.answer(ok('1.6.0'))
  await turn()
  expect(said.at(-1)).toBe('joined')
  rooms.cover('fleet', performance.now(), '1.8.0')
  expect(asked.map(({ cursor }) => cursor)).toEqual(['1.4.0', '1.2.0'])
})

test('a snapshot that was asked for before the join, and comes after it, is joined from too', async () => {
  const { rooms, asked } = open()
  const early = performance.now() - 1
  rooms.want('fleet')
  rooms.cover('fleet', early, '1.4.0')
  asked[0]?.answer(ok('1.5.0'))
  await turn()
  rooms.cover('fleet', early, '1.2.0')
  expect(asked.map(({ cursor }) => cursor)).toEqual(['1.4.0', '1.2.0'])
})

test('a reset drops the cursor and asks for a snapshot; its cursor is joined from next', async () => {
  const { rooms, asked, said } = open()
  rooms.want('fleet')
  rooms.cover('fleet', 0, '1.1.0')
  asked[0]?.answer({ ok: false, reset: true, reason: 'expired' })
  await turn()
  expect(said).toEqual(['lost', 'reset fleet expired'])
  rooms.cover('fleet', performance.now(), '1.50.0')
  await turn()
  await turn()
  expect(asked.at(-1)?.cursor).toBe('1.50.0')
})

test('behind: joins again from the last cursor', async () => {
  const { rooms, asked } = open()
  rooms.want('fleet')
  rooms.cover('fleet', 0, '1.1.0')
  asked[0]?.answer(ok('1.5.0'))
  await turn()
  rooms.behind('fleet')
  expect(asked.at(-1)?.cursor).toBe('1.5.0')
})

test('a join that is not answered is asked again', async () => {
  const { rooms, asked } = open()
  rooms.want('fleet')
  rooms.cover('fleet', 0, '1.1.0')
  asked[0]?.fail()
  await turn()
  await turn()
  expect(asked.map(({ cursor }) => cursor)).toEqual(['1.1.0', '1.1.0'])
})

test('the last one to want a room leaves it', () => {
  const { rooms, said } = open()
  const first = rooms.want('fleet')
  const second = rooms.want('fleet')
  first()
  expect(said).toEqual([])
  second()
  expect(said).toEqual(['leave fleet'])
})
