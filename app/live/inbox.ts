import { type Change, type Frame } from '../../contract/realtime.ts'
import { Session } from '../../contract/sessions.ts'
import { type Ledger, type News } from './ledger.ts'

/** A page that nobody looks at gets no animation frames, but its inbox must not grow for ever. */
const hiddenFlushMs = 500

function nextFrame(act: () => void) {
  if (document.visibilityState === 'visible') requestAnimationFrame(act)
  else setTimeout(act, hiddenFlushMs)
}

/** Gathers frames and hands their news on once per animation frame, so a flood costs one patch of the cache. */
export function openInbox(ledger: Ledger, deliver: (news: News[]) => void, unreadable: () => void, others: (changes: Change[]) => void) {
  const news = new Map<string, News>()
  let scheduled = false
  const flush = () => {
    scheduled = false
    const batch = [...news.values()]
    news.clear()
    if (batch.length > 0) deliver(batch)
  }
  return (frame: Frame) => {
    const readAt = Date.parse(frame.serverNow)
    const ofOthers = frame.changes.filter(({ topic }) => topic !== 'session')
    if (ofOthers.length > 0) others(ofOthers)
    for (const change of frame.changes) {
      if (change.topic !== 'session') continue
      const body = change.body === null ? null : Session.safeParse(change.body)
      if (body?.success === false) {
        unreadable()
        continue
      }
      const told = { id: change.entity, version: change.version, body: body?.data ?? null }
      const fresh = ledger.take(told, readAt, performance.now(), 'feed')
      if (fresh !== null) news.set(fresh.id, { ...fresh, before: news.has(fresh.id) ? news.get(fresh.id)?.before : fresh.before })
    }
    if (scheduled || news.size === 0) return
    scheduled = true
    nextFrame(flush)
  }
}
