'use client'

import { Loaded } from '../../frame/loaded.tsx'
import { useServerInfo } from '../../live/server-info.ts'
import { Age } from '../../session/age.tsx'
import { sayClock } from '../../session/words.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { SectionHead } from '../section-head.tsx'
import { TableSkeleton } from '../table-skeleton.tsx'

export function ServerSection() {
  const server = useServerInfo()
  return (
    <>
      <SectionHead title="Server" says="The process that answers this page. There can be several on one database, each with its own sockets." />
      <Loaded query={server} loading="Loading what the server says" skeleton={<TableSkeleton />}>
        {(info) => (
          <Facts>
            <Fact name="Muster">{info.version}</Fact>
            <Fact name="Address" mono>
              {info.baseUrl}
            </Fact>
            <Fact name="Up for">
              <Age since={info.startedAt} />
            </Fact>
            <Fact name="Process" mono>
              {info.processId}
            </Fact>
            <Fact name="Node">{info.node}</Fact>
            <Fact name="PostgreSQL">
              {info.postgres} <span className="text-faint">{info.embedded ? 'embedded, in its own folder' : 'by DATABASE_URL'}</span>
            </Fact>
            <Fact name="Feed">{info.feed.lagMs === 0 ? 'keeps up' : `${sayClock(info.feed.lagMs)} behind`}</Fact>
            <Fact name="Sockets">{info.feed.sockets} open on this process</Fact>
          </Facts>
        )}
      </Loaded>
    </>
  )
}
