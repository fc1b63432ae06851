'use client'

import { useMemo } from 'react'
import { Loaded } from '../../frame/loaded.tsx'
import { useTokens } from '../../live/tokens.ts'
import { Blank } from '../../ui/blank.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { SectionHead } from '../section-head.tsx'
import { TableSkeleton } from '../table-skeleton.tsx'
import { useNewInUrl } from '../use-new-in-url.ts'
import { MakeTokenDialog } from './make-token-dialog.tsx'
import { TokenRow } from './token-row.tsx'

const columns = [
  { name: 'Name', look: 'max-md:w-full' },
  { name: 'State', look: 'md:w-28' },
  { name: 'Role', look: 'max-md:hidden' },
  { name: 'Workspace', look: 'max-lg:hidden' },
  { name: 'Host', look: 'max-lg:hidden' },
  { name: 'Made', look: 'max-md:hidden' },
  { name: 'Expires', look: 'max-md:hidden' },
  { name: 'Actions', hidden: true },
]

export function TokensSection() {
  const tokens = useTokens()
  const making = useNewInUrl()
  // What holds comes first: revoked ones stay listed, but nobody looks for them on top.
  const items = useMemo(
    () => tokens.data?.items.toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null)) ?? [],
    [tokens.data],
  )
  return (
    <>
      <SectionHead title="Tokens" says="What agents, hosts and scripts sign in with. A secret is shown once; revoking holds at once, open connections included.">
        <Button variant="primary" onClick={making.show}>
          Make a token…
        </Button>
      </SectionHead>
      <Loaded query={tokens} loading="Loading the tokens" skeleton={<TableSkeleton />}>
        {() =>
          items.length === 0 ? (
            <Blank title="There is no token yet." testId="no-tokens" actions={<Button onClick={making.show}>Make a token…</Button>}>
              An agent needs one to be seen here.
            </Blank>
          ) : (
            <DataTable label="Tokens" columns={columns}>
              {items.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </DataTable>
          )
        }
      </Loaded>
      <MakeTokenDialog open={making.open} onClose={making.hide} />
    </>
  )
}
