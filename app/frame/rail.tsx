'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode } from 'react'
import { useSessionCounts } from '../live/session-counts.ts'
import { sayCount } from '../session/words.ts'
import { Connection } from './connection.tsx'
import { Keys } from './keys.tsx'
import { Logo } from './logo.tsx'
import { SignOut } from './sign-out.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const active = [{ status: ['active' as const] }]

export function Rail({ theme }: { theme: string }) {
  const path = usePathname()
  const total = useSessionCounts(active).data?.[0]
  return (
    <header className="flex shrink-0 items-center border-line bg-panel max-md:h-11 max-md:gap-1 max-md:border-b max-md:px-2 md:w-[188px] md:flex-col md:items-stretch md:border-r">
      <Link href="/" aria-label="Muster" className="flex items-center gap-2.5 px-2 max-md:mr-1 md:h-[46px] md:px-4">
        <Logo />
        <span className="text-lg font-semibold max-md:sr-only">Muster</span>
      </Link>
      <nav aria-label="Pages" className="flex md:flex-col md:gap-0.5 md:px-2">
        <RailLink href="/" here={path === '/' || path.startsWith('/sessions/')} badge={total && sayCount(total)}>
          Fleet
        </RailLink>
        <div aria-hidden className="m-2 border-t border-line max-md:hidden" />
        <RailLink href="/api-reference" here={path === '/api-reference'}>
          API <span className="max-md:hidden">reference</span>
        </RailLink>
      </nav>
      <div className="flex items-center max-md:ml-auto md:mt-auto md:flex-col md:items-stretch md:border-t md:border-line">
        <div className="flex items-center justify-end gap-0.5 md:order-2 md:px-2 md:pb-1.5">
          <ThemeToggle initial={theme} />
          <Keys />
          <SignOut />
        </div>
        <div className="px-1.5 max-md:order-first md:px-4 md:pt-2 md:pb-1">
          <Connection />
        </div>
      </div>
    </header>
  )
}

function RailLink({ href, here, badge, children }: { href: string; here: boolean; badge?: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'flex h-7 items-center gap-2 rounded-md px-2',
        here ? 'bg-raise font-semibold text-text' : 'text-dim hover:bg-raise hover:text-text',
      )}
    >
      <span className="flex-1 whitespace-nowrap">{children}</span>
      {badge !== undefined && (
        <span data-testid="fleet-badge" className="lives text-sm font-normal text-faint">
          {badge}
        </span>
      )}
    </Link>
  )
}
