'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { type ComponentType } from 'react'
import { may } from '../../contract/roles.ts'
import { Loaded } from '../frame/loaded.tsx'
import { NotAllowed } from '../frame/not-allowed.tsx'
import { PageBar } from '../frame/page-bar.tsx'
import { useMe } from '../live/me.ts'
import { LimitsSection } from './limits/limits-section.tsx'
import { PeopleSection } from './people/people-section.tsx'
import { type SectionSlug, sections } from './sections.ts'
import { ServerSection } from './server/server-section.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TokensSection } from './tokens/tokens-section.tsx'
import { WorkspacesSection } from './workspaces/workspaces-section.tsx'

const shown: Record<SectionSlug, ComponentType> = {
  people: PeopleSection,
  tokens: TokensSection,
  workspaces: WorkspacesSection,
  limits: LimitsSection,
  server: ServerSection,
}

export function SettingsPage({ slug }: { slug: SectionSlug }) {
  const me = useMe()
  const Shown = shown[slug]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageBar>
        <h1 className="font-semibold">Settings</h1>
      </PageBar>
      <Loaded query={me} loading="Loading the settings" skeleton={<TableSkeleton />} className="m-4">
        {({ role }) =>
          may(role, 'readServerInfo') ? (
            <>
              <SectionTabs slug={slug} />
              {/* What scrolls must be reachable by keyboard where nothing inside takes the focus. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-12 max-md:px-3">
                <div className="max-w-[1180px]">
                  <Shown />
                </div>
              </div>
            </>
          ) : (
            <NotAllowed what="Settings are for admins." />
          )
        }
      </Loaded>
    </div>
  )
}

function SectionTabs({ slug }: { slug: SectionSlug }) {
  return (
    <nav aria-label="Settings" className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2 max-md:px-1">
      {sections.map((section) => (
        <Link
          key={section.slug}
          href={`/settings/${section.slug}`}
          prefetch={false}
          aria-current={section.slug === slug ? 'page' : undefined}
          className={clsx(
            '-mb-px flex h-9 items-center border-b-2 px-2 -outline-offset-2 max-md:text-sm',
            section.slug === slug ? 'border-text font-semibold' : 'border-transparent text-dim hover:text-text',
          )}
        >
          {section.name}
        </Link>
      ))}
    </nav>
  )
}
