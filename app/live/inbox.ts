import { type z } from 'zod'
import { type Change, type ChangeTopic, type Frame } from '../../contract/realtime.ts'
import { type Ledger, type News } from './ledger.ts'

/** A page that nobody looks at gets no animation frames, but its inbox must not grow for ever. */
const hiddenFlushMs = 500

function nextFrame(act: () => void) {
  if (document.visibilityState === 'visible') requestAnimationFrame(act)
  else setTimeout(act, hiddenFlushMs)
}

/** What the page keeps of one topic: how a body is read, the newest versions, and who is told. */
type Kept<Body extends { id: string; version: number }> = {
  topic: ChangeTopic
  body: z.ZodType<Body>
  ledger: Ledger<Body>
  deliver: (news: News<Body>[]) => void
  /** A body of another make: the page can't patch with it, so it reads again. */
  unreadable: () => void
}

export function openTray<Body extends { id: string; version: number }>({ topic, body: schema, ledger, deliver, unreadable }: Kept<Body>) {
  const news = new Map<string, News<Body>>()
  return {
    topic,
    isEmpty: () => news.size === 0,
    put: ({ entity, version, body }: Change, readAt: number) => {
      const read = body === null ? null : schema.safeParse(body)
      if (read?.success === false) return unreadable()
      const fresh = ledger.take({ id: entity, version, body: read?.data ?? null }, readAt, performance.now(), 'feed')
      if (fresh !== null) news.set(fresh.id, { ...fresh, before: news.has(fresh.id) ? news.get(fresh.id)?.before : fresh.before })
    },
    empty: () => {
      const batch = [...news.values()]
      news.clear()
      if (batch.length > 0) deliver(batch)
    },
  }
}
type Tray = Pick<ReturnType<typeof openTray>, 'topic' | 'isEmpty' | 'put' | 'empty'>

/** Gathers frames and hands their news on once per animation frame, so a flood costs one patch of the cache. */
export function openInbox(trays: readonly Tray[], others: (changes: Change[]) => void) {
  let scheduled = false
  const flush = () => {
    scheduled = false
    for (const tray of trays) tray.empty()
  }
  return (frame: Frame) => {
    const readAt = Date.parse(frame.serverNow)
    const rest: Change[] = []
    for (const change of frame.changes) {
      const tray = trays.find(({ topic }) => topic === change.topic)
      if (tray === undefined) rest.push(change)
      else tray.put(change, readAt)
    }
    if (rest.length > 0) others(rest)
    if (scheduled || trays.every((tray) => tray.isEmpty())) return
    scheduled = true
    nextFrame(flush)
  }
}
