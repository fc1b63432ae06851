import { io, type Socket } from 'socket.io-client'
import { ErrorAnswer } from '../contract/errors.ts'
import { JoinRoom, socketPath } from '../contract/realtime.ts'
import { hostileStrings } from './hostile-strings.ts'
import { type Verdict } from './judge.ts'
import { type Random } from './random.ts'
import { type FuzzTarget } from './start-target.ts'

type Finding = Verdict & { trick: string }

const events = ['room:join', 'room:leave', 'clock:ask', 'no:such-event', 'feed:changed', '', '__proto__', 'toString']
const rooms = [
  'fleet', 'settings', 'activity', 'session:agent-1', 'session:', 'session:UPPER', 'session:../..', '__proto__', 'constructor', '',
  ...hostileStrings,
]
const cursors = [
  '', 'abc', '1', '1.2', '1.2.3', '0.0.0', '-1.0.0', '999999999999999999.9999999999999999999.999999999999999999',
  '1.2.3.4', ' 1.2.3', '1.18446744073709551616.1', '١.٢.٣', '1e3.1.1',
]
/** What a socket.io client would never write, as text of the engine's own frames. */
const rawFrames = [
  '2["room:join"', '2', '2[]', '2{}', '2[1,2]', '2[null]', '2["room:join",', '29999999999999999999["clock:ask"]',
  '3', '31[]', '4{"a":1}', '5', '51-["room:join",{"_placeholder":true,"num":0}]',
  '51-["clock:ask",{"_placeholder":true,"num":99}]', '60-[]',
  '0', '0/admin,', '0{"token":1}', '1', '9', 'x', '',
  '2["connect"]', '2["disconnect"]', '2["newListener"]', '2["error"]', '2["disconnecting"]',
  '2["clock:ask",{"_placeholder":true,"num":0}]', '\u0000', '2/other,["room:join"]',
  `2["${'x'.repeat(17_000)}"]`, `2${'['.repeat(8_000)}`,
]
const handshakes: unknown[] = [
  {}, { token: 7 }, { token: null }, { token: {} }, { token: [] }, { token: '' }, { token: 'mst_' }, { token: 'x'.repeat(5_000) },
  { token: 'mst_\u0000' }, { token: "' or 1=1" }, { __proto__: { token: 'x' } }, { token: '\ud800' }, { token: 'mss_\r\nx: y' },
]

/** Sockets with hostile payloads: every join is acknowledged, in the one shape when refused, and nobody else notices. */
export async function fuzzSockets({ server, tokens }: FuzzTarget, random: Random, count: number) {
  const findings: Finding[] = []
  const open = (auth: unknown = { token: tokens.agent }) =>
    io(server.url, {
      path: socketPath, transports: ['websocket'], reconnection: false, forceNew: true, timeout: 5_000,
      auth: auth as Record<string, unknown>,
    })
  let sent = 0
  let last = ''

  for (const auth of handshakes.slice(0, count)) {
    const refusal = await connected(open(auth))
    if (refusal === null) findings.push({ kind: 'taken though wrong', what: 'the handshake was taken', trick: show(auth) })
    else if (!ErrorAnswer.safeParse(refusal.data).success) findings.push({ kind: 'not the error shape', what: refusal.message, trick: show(auth) })
    sent++
  }

  if (count === 0) return { sent, findings, last }
  let socket = open()
  await connected(socket)
  for (; sent < count && !(await server.hasEnded()) && findings.length < 5; sent++) {
    if (!socket.connected) {
      socket.disconnect()
      socket = open()
      if (await connected(socket)) break
    }
    if (random.chance(0.3)) {
      last = random.pick(rawFrames)
      socket.io.engine.write(last)
      if (!(await roundTrip(socket))) socket.disconnect()
      continue
    }
    const event = random.pick(events)
    const args = Array.from({ length: random.chance(0.6) ? 1 : random.int(4) }, () => payload(random))
    last = `${event} ${show(args)}`
    if (event === 'room:join' && args.length === 1) {
      const verdict = await join(socket, args[0])
      if (verdict) findings.push({ ...verdict, trick: last })
    } else {
      socket.emit(event, ...args)
      if (!(await roundTrip(socket))) socket.disconnect()
    }
  }
  socket.disconnect()

  const ended = await server.hasEnded()
  const behaved = open()
  const served = ended || ((await connected(behaved)) === null && (await roundTrip(behaved)))
  if (!served) findings.push({ kind: 'no ack', what: 'it was not served', trick: 'a well-behaved socket afterwards' })
  behaved.disconnect()
  return { sent, findings, last }
}

/** Until the server has seen all that was sent before; false when it no longer listens because of it. */
const roundTrip = (socket: Socket) =>
  Promise.race([
    socket.timeout(2_000).emitWithAck('clock:ask').then(() => true, () => false),
    new Promise<false>((resolve) => socket.once('disconnect', () => resolve(false))),
  ])

async function join(socket: Socket, input: unknown): Promise<Verdict | null> {
  const gone = new Promise<'gone'>((resolve) => socket.once('disconnect', () => resolve('gone')))
  const answered = socket.timeout(5_000).emitWithAck('room:join', input).catch(() => 'silent' as const)
  const answer: unknown = await Promise.race([gone, answered])
  // A payload beyond what a frame may hold ends its own socket.
  if (answer === 'gone') return null
  if (answer === 'silent') return { kind: 'no ack', what: 'the join was never acknowledged' }
  const { ok, reset, error } = answer as { ok?: boolean; reset?: boolean; error?: unknown }
  if (ok || reset) return JoinRoom.safeParse(input).success ? null : { kind: 'taken though wrong', what: show(answer) }
  return ErrorAnswer.safeParse({ error }).success ? null : { kind: 'not the error shape', what: show(answer) }
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
const odd: unknown[] = [
  null, undefined, 0, -1, 1e308, true, '', 'x', [], {}, [[]], { room: 'fleet' }, { cursor: '1.1.1' }, { toString: 1 }, deep(200),
  Buffer.from('binary'), { room: Buffer.from('fleet'), cursor: '1.1.1' }, 'y'.repeat(20_000),
  JSON.parse('{"__proto__":{"room":"fleet"},"cursor":"1.1.1"}'),
  ...hostileStrings,
]

function payload(random: Random): unknown {
  if (random.chance(0.4)) return random.pick(odd)
  return {
    room: random.pick<unknown>(random.chance(0.6) ? rooms : odd),
    cursor: random.pick<unknown>(random.chance(0.6) ? cursors : odd),
    ...(random.chance(0.2) && { more: random.pick(odd) }),
  }
}

const show = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 300)

/** null once it is connected; else why not. */
function connected(socket: Socket): Promise<(Error & { data?: unknown }) | null> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(null))
    socket.once('connect_error', (error) => {
      socket.disconnect()
      resolve(error)
    })
  })
}
