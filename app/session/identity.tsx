import { type Session } from '../../contract/sessions.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Section } from '../ui/section.tsx'
import { sayInstant } from './words.ts'

type Known = readonly (readonly [name: string, value: string | number | null])[]

/** Only what was reported: a field that nobody filled in says nothing. */
function Reported({ title, facts }: { title: string; facts: Known }) {
  const said = facts.filter(([, value]) => value !== null && value !== '')
  if (said.length === 0) return null
  return (
    <Section title={title}>
      <Facts>
        {said.map(([name, value]) => (
          <Fact key={name} name={name} mono>
            {value}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

export const Identity = ({ session }: { session: Session }) => (
  <Reported
    title="Who it is"
    facts={[
      ['harness', session.harness],
      ['provider', session.provider],
      ['model', session.model],
      ['thinking', session.thinkingLevel],
      ['external id', session.externalSessionId],
      ['client', session.clientInstanceId],
      ['actor key', session.nativeActorKey],
      ['parent key', session.nativeParentActorKey],
      ['instance key', session.nativeInstanceKey],
      ['registered by', session.registeredBy],
      ['started', sayInstant(session.startedAt)],
      ['ended', session.completedAt === null ? null : sayInstant(session.completedAt)],
      ['edits', session.editCount],
      ['reports', session.reportFlushState],
      ['life', session.liveness.life > 1 ? session.liveness.life : null],
    ]}
  />
)

export const Place = ({ session }: { session: Session }) => (
  <Reported
    title="Where it runs"
    facts={[
      ['host', session.hostname],
      ['host id', session.hostId],
      ['pid', session.pid],
      ['pid start', session.processStartTime],
      ['boot', session.bootId],
      ['worktree', session.worktreePath],
      ['runs in', session.executionRoot],
    ]}
  />
)

export const Origin = ({ session }: { session: Session }) => (
  <Reported
    title="What it started from"
    facts={[
      ['base', session.baseState],
      ['anchor', session.anchorState],
      ['anchor root', session.anchorRoot],
    ]}
  />
)

export const Labels = ({ labels }: { labels: Session['labels'] }) => <Reported title="Labels" facts={Object.entries(labels)} />
