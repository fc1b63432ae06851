const known: Record<string, string> = {
  'claude-code': 'CC',
  codex: 'CX',
  opencode: 'OC',
  gemini: 'GM',
  'gemini-cli': 'GM',
  cursor: 'CU',
  aider: 'AI',
  shell: 'SH',
  script: 'SH',
}

export const shortHarness = (harness: string | null) =>
  harness === null || harness === '' ? '··' : (known[harness.toLowerCase()] ?? harness.replace(/[^a-z0-9]/gi, '').slice(0, 2).toUpperCase())

export function HarnessBadge({ harness }: { harness: string | null }) {
  return (
    <span
      title={harness ?? 'harness not reported'}
      className="inline-flex h-[17px] w-[22px] shrink-0 items-center justify-center rounded-[3px] border border-line-strong font-mono text-[10px] leading-none text-dim"
    >
      <span aria-hidden>{shortHarness(harness)}</span>
      <span className="sr-only">{harness ?? 'unknown harness'}</span>
    </span>
  )
}
