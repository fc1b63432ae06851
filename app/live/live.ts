import { type QueryClient } from '@tanstack/react-query'
import { type Change, type ChangeTopic, type Room } from '../../contract/realtime.ts'
import { Session } from '../../contract/sessions.ts'
import { Thread } from '../../contract/threads.ts'
import { call } from './api.ts'
import { isPassing } from './api-error.ts'
import { type ConnectionStore, openConnectionStore } from './connection-store.ts'
import { openInbox, openTray } from './inbox.ts'
import { keepBeat } from './keep-beat.ts'
import { Ledger, type News } from './ledger.ts'
import { openSocket } from './line.ts'
import { meKey } from './me-key.ts'
import { patchOwners, patchSessions, patchThreads, retakeSnapshots } from './patch-cache.ts'
import { Rooms } from './rooms.ts'
import { sessionKeys } from './session-keys.ts'

/** All that is shared by the pages of one browser tab: the socket, the rooms it is in, and what it was told. */
export type Live = {
  ledger: Ledger
  threads: Ledger<Thread>
  connection: ConnectionStore
  want: (room: Room) => () => void
  cover: (room: Room, askedAt: number, cursor: string) => void
  onNews: (listener: (news: readonly News[]) => void) => () => void
  /** Changes of what has no ledger, as they come: by topic, newest versions not yet sorted out. */
  onTopic: (topic: ChangeTopic, listener: (changes: readonly Change[]) => void) => () => void
  /** A snapshot or an answer to a mutation told this: show it everywhere at once. */
  tell: (news: News | null) => void
  tellThread: (news: News<Thread> | null) => void
  close: () => void
}

const forgetEveryMs = 300_000

export function openLive(queries: QueryClient): Live {
  const ledger = new Ledger(keepBeat)
  const threads = new Ledger<Thread>()
  const connection = openConnectionStore()
  const listeners = new Set<(news: readonly News[]) => void>()
  const deliver = (news: News[]) => {
    patchSessions(queries, news)
    patchOwners(queries, news)
    for (const listener of listeners) listener(news)
  }
  const byTopic = new Map<ChangeTopic, Set<(changes: readonly Change[]) => void>>()
  const deliverOthers = (changes: Change[]) => {
    for (const [topic, heard] of byTopic) {
      const theirs = changes.filter((change) => change.topic === topic)
      if (theirs.length > 0) for (const listener of heard) listener(theirs)
    }
  }
  const retake = (room: Room, reason: 'epoch' | 'expired') => {
    if (reason === 'epoch') for (const one of [ledger, threads]) one.clear()
    void retakeSnapshots(queries, room)
  }
  const deliverThreads = (news: News<Thread>[]) => patchThreads(queries, news)
  const inbox = openInbox(
    [
      openTray({ topic: 'session', body: Session, ledger, deliver, unreadable: () => void retakeSnapshots(queries, 'fleet') }),
      openTray({ topic: 'thread', body: Thread, ledger: threads, deliver: deliverThreads, unreadable: () => void retakeSnapshots(queries, 'threads') }),
    ],
    deliverOthers,
  )
  const socket = openSocket({
    connected: () => {
      connection.note({ type: 'connected' })
      rooms.connected()
      // A role may have changed while the line was down; a socket whose role changes is cut.
      void queries.invalidateQueries({ queryKey: meKey })
      // What failed while the server was away needs no click of a person.
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && isPassing(state.error) })
    },
    disconnected: () => {
      connection.note({ type: 'disconnected' })
      rooms.disconnected()
    },
    heard: (roundTripMs) => connection.note({ type: 'heard', roundTripMs }),
    changed: (frame) => rooms.changed(frame),
    behind: (room) => rooms.behind(room),
  })
  const rooms = new Rooms(socket, {
    frame: inbox,
    reset: retake,
    // Whether our sign-in ended is for the API to say: its 401 leads to the sign-in page.
    refused: () => void call('whoAmI', {}).catch(() => undefined),
    joined: (room) => {
      connection.note({ type: 'room-joined', room })
      // Counts have no cursor: what moved them while we were away is not told, so they are asked again.
      if (room === 'fleet') void queries.invalidateQueries({ queryKey: sessionKeys.counts })
    },
    lost: (room) => connection.note({ type: 'room-lost', room }),
  })
  const forgetting = setInterval(() => {
    for (const one of [ledger, threads]) one.forgetOld(performance.now())
  }, forgetEveryMs)

  return {
    ledger,
    threads,
    connection,
    want: (room) => {
      connection.note({ type: 'room-wanted', room })
      const unwant = rooms.want(room)
      return () => {
        unwant()
        connection.note({ type: 'room-left', room })
      }
    },
    cover: (room, askedAt, cursor) => rooms.cover(room, askedAt, cursor),
    onNews: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onTopic: (topic, listener) => {
      const heard = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, heard.add(listener))
      return () => void heard.delete(listener)
    },
    tell: (news) => {
      if (news !== null) deliver([news])
    },
    tellThread: (news) => {
      if (news !== null) deliverThreads([news])
    },
    close: () => {
      clearInterval(forgetting)
      socket.close()
      connection.close()
    },
  }
}
