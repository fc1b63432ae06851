'use client'

import { useState } from 'react'
import { type Token } from '../../../contract/tokens.ts'
import { useRevokeToken } from '../../live/tokens.ts'
import { Age } from '../../session/age.tsx'
import { sayInstant } from '../../session/words.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, Row } from '../../ui/data-table.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { TokenMark, useTokenState } from './token-state.tsx'

export function TokenRow({ token }: { token: Token }) {
  const state = useTokenState(token)
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeToken(token.id)
  const close = () => setAsking(false)
  return (
    <Row data-token-id={token.id} className={state === 'works' ? '' : 'text-dim'}>
      <Cell className="max-w-0 md:max-w-56">
        <span className="block truncate" title={token.name}>
          {token.name}
        </span>
        <span className="block truncate text-sm text-dim md:hidden">
          {[token.role, token.workspace, token.hostId].filter((word) => word !== null).join(' · ')}
        </span>
      </Cell>
      <Cell>
        <TokenMark state={state} />
      </Cell>
      <Cell className="max-md:hidden">{token.role}</Cell>
      <Cell className="max-w-40 truncate max-lg:hidden">{token.workspace ?? <span className="text-faint">every one</span>}</Cell>
      <Cell className="max-w-40 truncate font-mono text-sm max-lg:hidden">{token.hostId ?? <span className="font-sans text-base text-faint">—</span>}</Cell>
      <Cell className="max-w-56 truncate whitespace-nowrap text-dim max-md:hidden" title={`by ${token.createdBy}`}>
        <Age since={token.createdAt} suffix=" ago" /> <span className="text-faint">by {token.createdBy.replace(/^person /, '')}</span>
      </Cell>
      <Cell className="whitespace-nowrap text-dim max-md:hidden">
        {token.revokedAt !== null ? (
          <>
            revoked <Age since={token.revokedAt} suffix=" ago" />
          </>
        ) : token.expiresAt === null ? (
          <span className="text-faint">never</span>
        ) : (
          <time dateTime={token.expiresAt}>{sayInstant(token.expiresAt)}</time>
        )}
      </Cell>
      <Cell className="text-right">
        {state === 'works' && (
          <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
            Revoke…
          </Button>
        )}
        <ConfirmDialog
          open={asking}
          title={`Revoke ${token.name}?`}
          button="Revoke it"
          doing="Revoking…"
          attempt={revoke}
          onConfirm={() => revoke.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          Whatever uses it is refused from this moment, open connections included. It can't be taken back; a new token can be made.
        </ConfirmDialog>
      </Cell>
    </Row>
  )
}
