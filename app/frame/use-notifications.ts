import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { type Session } from '../../contract/sessions.ts'
import { needOf } from '../fleet/choose-needs.ts'
import { useLive } from '../live/live-room.tsx'
import { serverTime } from '../live/server-clock.ts'
import { sayDeath } from '../session/verdict.ts'
import { newlyNeeding } from './newly-needing.ts'
import { useNotifying } from './notifying.ts'

const gatherMs = 1_000
const oneByOne = 3

function sayNeed(session: Session): string {
  switch (needOf(session)) {
    case 'waiting':
      return `waits for ${session.waitingFor ?? 'an answer'}`
    case 'stalled':
      return 'is stalled: no progress'
    case 'dead':
      return `died: ${sayDeath(session)}. It holds ${session.holds[0]?.thread ?? 'a thread'}`
  }
}

/** Tells who looks elsewhere, on whatever page of ours they left open. The tag keeps several tabs from saying it twice. */
export function useNotifications() {
  const live = useLive()
  const router = useRouter()
  const on = useNotifying() === 'on'
  const say = useEffectEvent((title: string, body: string, tag: string, href: string) => {
    const note = new Notification(title, { body, tag })
    note.addEventListener('click', () => {
      window.focus()
      router.push(href)
      note.close()
    })
  })
  useEffect(() => {
    if (!on) return
    const waiting = new Map<string, Session>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const all = [...waiting.values()]
      waiting.clear()
      if (document.visibilityState === 'visible' && document.hasFocus()) return
      if (all.length > oneByOne) return say(`${all.length} agents need you`, all.map(({ name }) => name).join(', ').slice(0, 300), 'muster-needs-you', '/?needs=you')
      for (const session of all) say(session.name, sayNeed(session), `muster-${session.id}`, `/sessions/${session.id}`)
    }
    const stop = live.onNews((news) => {
      for (const session of newlyNeeding(news, serverTime())) waiting.set(session.id, session)
      if (waiting.size > 0) timer ??= setTimeout(flush, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [live, on])
}
