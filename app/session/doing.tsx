import Link from 'next/link'
import { type Session } from '../../contract/sessions.ts'
import { Section } from '../ui/section.tsx'

export function Doing({ session }: { session: Session }) {
  return (
    <Section title="Doing">
      <p className="break-words">{session.activity ?? <span className="text-faint">It has not said.</span>}</p>
      <p className="text-sm break-words text-dim">
        on{' '}
        <Link href={`/threads/${session.threadId}`} prefetch={false} className="font-mono text-text hover:underline">
          {session.thread}
        </Link>{' '}
        in {session.workspace}
      </p>
    </Section>
  )
}
