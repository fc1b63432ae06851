'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useMay } from '../live/me.ts'
import { sumCounts, useSessionCounts, wholeFleet } from '../live/session-counts.ts'
import { useOwnedThreads } from '../live/threads.ts'
import { sayCount } from '../session/words.ts'
import { Connection } from './connection.tsx'
import { Keys } from './keys.tsx'
import { Logo } from './logo.tsx'
import { RailLink } from './rail-link.tsx'
import { SignOut } from './sign-out.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { WhoIsHere } from './who-is-here.tsx'

/** On a phone it is two lines on top: the name and the tools, then the pages. */
export function Rail() {
  const path = usePathname()
  const counts = useSessionCounts(wholeFleet).data?.counts
  const owned = useOwnedThreads()
  const mayAudit = useMay('listAudit')
  const maySettings = useMay('readServerInfo')
  return (
    <header className="flex shrink-0 items-center border-line bg-panel max-md:flex-wrap max-md:border-b max-md:px-2 md:w-[188px] md:flex-col md:items-stretch md:border-r">
      <Link href="/" aria-label="Muster" className="flex items-center gap-2.5 px-2 max-md:h-11 md:h-[46px] md:px-4">
        <Logo />
        <span className="text-lg font-semibold">Muster</span>
      </Link>
      <nav aria-label="Pages" className="flex max-md:order-last max-md:w-full max-md:gap-1 max-md:overflow-x-auto max-md:pb-1.5 md:flex-col md:gap-0.5 md:px-2">
        <RailLink href="/" here={path === '/' || path.startsWith('/sessions/')} badge={counts && sayCount(sumCounts(counts))}>
          Fleet
        </RailLink>
        <RailLink href="/threads" here={path.startsWith('/threads')} badge={owned && sayCount(owned)}>
          Threads
        </RailLink>
        {mayAudit && (
          <RailLink href="/activity" here={path === '/activity'}>
            Activity
          </RailLink>
        )}
        <div aria-hidden className="m-2 border-t border-line max-md:hidden" />
        <RailLink href="/api-reference" here={path === '/api-reference'}>
          API reference
        </RailLink>
        {maySettings && (
          <RailLink href="/settings/people" here={path.startsWith('/settings')}>
            Settings
          </RailLink>
        )}
      </nav>
      <div className="flex items-center max-md:ml-auto md:mt-auto md:flex-col md:items-stretch md:border-t md:border-line">
        <div className="flex min-w-0 items-center md:h-9 md:gap-1 md:pt-1 md:pr-2 md:pl-4">
          <span className="min-w-0 flex-1 max-md:px-1.5">
            <Connection />
          </span>
          <Keys />
        </div>
        <div className="flex items-center gap-0.5 md:pr-2 md:pb-1.5 md:pl-4">
          <WhoIsHere />
          <ThemeToggle />
          <SignOut />
        </div>
      </div>
    </header>
  )
}
