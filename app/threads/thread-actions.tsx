'use client'

import { useMemo, useState } from 'react'
import { type ThreadDetail } from '../../contract/threads.ts'
import { AbandonDialog } from '../actions/abandon-dialog.tsx'
import { useMay } from '../live/me.ts'
import { useOfferActions } from '../palette/offered.ts'
import { Button } from '../ui/button.tsx'
import { AnchorDialog } from './anchor-dialog.tsx'
import { TakeOverDialog } from './takeover-dialog.tsx'

type Opened = 'takeover' | 'abandon' | 'anchor'

/** Exactly what can be done with it now, by this person. */
export function ThreadActions({ detail }: { detail: ThreadDetail }) {
  const { thread } = detail
  const { owner, name } = thread
  const [opened, setOpened] = useState<Opened | null>(null)
  const mayTake = useMay('takeOverThread') && owner !== null
  const mayAbandon = useMay('abandonSession') && owner?.status === 'active'
  const mayAnchor = useMay('setThreadAnchor')
  const ownerName = owner?.name ?? ''
  useOfferActions(
    useMemo(
      () => [
        ...(mayTake ? [{ id: 'take-over', name: `Take over: ${name}…`, words: 'steal reassign this thread', run: () => setOpened('takeover') }] : []),
        ...(mayAbandon ? [{ id: 'abandon-owner', name: `Abandon: ${ownerName}…`, words: 'end owner of this thread free', run: () => setOpened('abandon') }] : []),
        ...(mayAnchor ? [{ id: 'set-anchor', name: `Set the anchor: ${name}…`, words: 'base state commit', run: () => setOpened('anchor') }] : []),
      ],
      [mayTake, mayAbandon, mayAnchor, name, ownerName],
    ),
  )
  const close = () => setOpened(null)
  return (
    <>
      {mayAnchor && <Button onClick={() => setOpened('anchor')}>Set anchor…</Button>}
      {mayTake && (
        <Button variant="danger" onClick={() => setOpened('takeover')}>
          Take over…
        </Button>
      )}
      {mayAbandon && (
        <Button variant="danger" onClick={() => setOpened('abandon')}>
          Abandon owner…
        </Button>
      )}
      <TakeOverDialog detail={detail} open={opened === 'takeover'} onClose={close} />
      <AnchorDialog thread={thread} open={opened === 'anchor'} onClose={close} />
      {owner !== null && <AbandonDialog id={owner.sessionId} name={owner.name} open={opened === 'abandon'} onClose={close} />}
    </>
  )
}
