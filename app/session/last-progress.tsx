'use client'

import clsx from 'clsx'
import { type Session } from '../../contract/sessions.ts'
import { Age } from './age.tsx'
import { stateOf, toneOf, toneText } from './state.ts'

/** The clock that matters in this state: since when it waits, is late, is dead, or last moved. */
export function LastProgress({ session }: { session: Session }) {
  const state = stateOf(session)
  const { lastProgressAt, completedAt, liveness } = session
  const look = clsx(state === 'alive' ? 'text-dim' : toneText[toneOf(state)], state === 'dead' && 'font-semibold')
  if (state === 'unknown') return <span className={look}>no evidence</span>
  const [lead, since, suffix] =
    completedAt !== null
      ? ['ended ', completedAt, '']
      : state === 'waiting'
        ? ['waits ', lastProgressAt, '']
        : state === 'quiet'
          ? [liveness.reason === 'disconnected' ? 'dropped ' : 'late ', liveness.since, liveness.reason === 'disconnected' ? ' ago' : '']
          : state === 'dead'
            ? liveness.reason === 'heartbeat_expired'
              ? ['silent ', session.lastBeatAt, '']
              : ['', liveness.since, ' ago']
            : ['', lastProgressAt, ' ago']
  return (
    <span className={look}>
      {since === null ? (
        '—'
      ) : (
        <>
          {lead}
          <Age since={since} suffix={suffix} />
        </>
      )}
    </span>
  )
}
