import clsx from 'clsx'
import Link from 'next/link'
import { type ReactNode } from 'react'

export function RailLink({ href, here, badge, children }: { href: string; here: boolean; badge?: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'flex h-7 shrink-0 items-center gap-2 rounded-md px-2 -outline-offset-2',
        here ? 'bg-raise font-semibold text-text' : 'text-dim hover:bg-raise hover:text-text',
      )}
    >
      <span className="flex-1 whitespace-nowrap">{children}</span>
      {badge !== undefined && (
        <span data-testid={`${href === '/' ? 'fleet' : href.slice(1)}-badge`} className="lives text-sm font-normal text-faint">
          {badge}
        </span>
      )}
    </Link>
  )
}
