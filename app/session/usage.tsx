'use client'

import { type Session, type SessionDetail, type UsageCounter, usageCounters } from '../../contract/sessions.ts'
import { ScrollX } from '../ui/scroll-x.tsx'
import { Section } from '../ui/section.tsx'
import { Age } from './age.tsx'
import { sayAmount, sayCost } from './words.ts'

const names: Record<UsageCounter, string> = {
  inputTokens: 'input',
  outputTokens: 'output',
  reasoningTokens: 'reasoning',
  cacheReadTokens: 'cache read',
  cacheWriteTokens: 'cache write',
  toolCalls: 'tool calls',
  costMicroUsd: 'cost, $',
}
const sources = { agent: 'the agent', status_line: 'status line', otel: 'OpenTelemetry' } as const

const say = (name: UsageCounter, value: number | null) => (name === 'costMicroUsd' ? sayCost(value) : sayAmount(value))

export function UsageLine({ session }: { session: Session }) {
  const reported = usageCounters.filter((name) => session.usage[name] !== null)
  return (
    <Section title="Usage">
      <p className="lives text-sm text-dim">
        {reported.length === 0 ? 'Not reported.' : reported.map((name) => `${say(name, session.usage[name])} ${names[name]}`).join(' · ')}
      </p>
    </Section>
  )
}

/** What is shown of a session is the furthest of its sources; here they stand side by side. */
export function UsageTable({ detail }: { detail: SessionDetail }) {
  if (detail.usageBySource.length === 0) return <p className="text-faint">Not reported.</p>
  return (
    <ScrollX label="Usage by source">
      <table className="lives w-full text-right text-sm">
        <thead className="text-faint">
          <tr className="border-b border-line">
            <th className="py-1 text-left font-normal">source</th>
            {usageCounters.map((name) => (
              <th key={name} className="px-2 py-1 font-normal whitespace-nowrap">
                {names[name]}
              </th>
            ))}
            <th className="py-1 font-normal">last</th>
          </tr>
        </thead>
        <tbody>
          {detail.usageBySource.map(({ source, usage, updatedAt }) => (
            <tr key={source} className="border-b border-line">
              <td className="py-1 text-left whitespace-nowrap">{sources[source]}</td>
              {usageCounters.map((name) => (
                <td key={name} className="px-2 py-1" title={usage[name]?.toLocaleString('en-US')}>
                  {say(name, usage[name])}
                </td>
              ))}
              <td className="py-1 whitespace-nowrap text-dim">
                <Age since={updatedAt} suffix=" ago" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}
