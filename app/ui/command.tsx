'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

/** A command to copy, shown exactly as it is typed. */
export function Command({ label, children }: { label: string; children: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(children)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <div data-slot="command" className="flex items-start gap-2 rounded-md border border-line bg-bg py-2 pr-2 pl-3">
      <pre className="min-w-0 flex-1 font-mono text-sm leading-5 break-words whitespace-pre-wrap" aria-label={label}>
        {children}
      </pre>
      {/* Without a secure origin browsers have no clipboard; the text can still be selected. */}
      <Button variant="ghost" size="sm" aria-label={`Copy: ${label}`} onClick={() => void copy().catch(() => undefined)}>
        {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
