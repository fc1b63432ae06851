'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { type ActorNode } from '../../contract/sessions.ts'
import { sayError } from '../live/api-error.ts'
import { useActorChain } from '../live/actor-chain.ts'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { HarnessBadge } from './harness-badge.tsx'
import { stateOf } from './state.ts'
import { StateMark } from './state-mark.tsx'

const mostShown = 20

/** Who it works for, root first, and who works for it. */
export function ActorChain({ id }: { id: string }) {
  const { data, error } = useActorChain(id)
  if (data === undefined)
    return (
      <Section title="Actor chain">
        {error === null ? <Skeleton className="h-5" /> : <p className="text-sm text-dim">It could not be read. {sayError(error).message}</p>}
      </Section>
    )
  const { chain, children } = data
  const depth = chain.length
  return (
    <Section title="Actor chain" aside={depth <= 1 && children.length === 0 ? 'no parent and no children' : undefined}>
      <ul role="tree" aria-label="Actor chain" data-testid="actor-chain" className="lives">
        {chain.map((node, place) => (
          <Node key={node.id} node={node} level={place} here={place === depth - 1} />
        ))}
        {children.slice(0, mostShown).map((node) => (
          <Node key={node.id} node={node} level={depth} here={false} />
        ))}
      </ul>
      {children.length > mostShown && <p className="text-sm text-faint">and {children.length - mostShown} more children</p>}
    </Section>
  )
}

function Node({ node, level, here }: { node: ActorNode; level: number; here: boolean }) {
  return (
    <li
      role="treeitem"
      aria-level={level + 1}
      aria-selected={here}
      aria-current={here || undefined}
      data-session-id={node.id}
      className="flex min-w-0 items-center gap-2 leading-6"
      style={{ paddingLeft: Math.min(level, 8) * 14 }}
    >
      {level > 0 && (
        <span aria-hidden className="text-faint">
          ↳
        </span>
      )}
      <HarnessBadge harness={node.harness} />
      <span className="min-w-0 flex-1 truncate" title={`${node.name} on ${node.thread}`}>
        {here ? (
          <strong className="font-semibold">{node.name}</strong>
        ) : (
          <Link href={`/sessions/${node.id}`} prefetch={false} className="hover:underline">
            {node.name}
          </Link>
        )}
        <span className={clsx('text-sm text-faint')}> {node.model}</span>
      </span>
      <span className="text-sm">
        <StateMark state={stateOf(node)} />
      </span>
    </li>
  )
}
