'use client'

import Link from 'next/link'
import { Command } from '../ui/command.tsx'

const register = (origin: string) => `curl -sS ${origin}/api/v1/sessions \\
  -H "Authorization: Bearer $MUSTER_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "my first agent", "harness": "shell", "hostname": "'"$(hostname)"'"}'`

/** A fresh install: two commands, and the page waits for what they do. */
export function FirstAgent() {
  return (
    <section aria-labelledby="first-agent" data-testid="first-agent" className="mx-auto w-full max-w-2xl flex-1 overflow-y-auto px-4 pt-14">
      <h2 id="first-agent" className="text-lg font-semibold">
        Connect the first agent
      </h2>
      <p className="mt-1 text-dim">Any program that can make an HTTP call can be one. Two commands in a terminal are enough to see it here.</p>
      <ol className="mt-5 grid gap-4">
        <li className="grid gap-1.5">
          <p>
            <span className="text-faint">1.</span> Make a token, in the folder that Muster runs in. It is shown once: put it into{' '}
            <code className="font-mono text-sm">MUSTER_TOKEN</code>.
          </p>
          <Command label="make a token">npx muster admin token my-agent</Command>
        </li>
        <li className="grid gap-1.5">
          <p>
            <span className="text-faint">2.</span> Register a session.
          </p>
          <Command label="register a session">{register(window.location.origin)}</Command>
        </li>
      </ol>
      <p role="status" className="mt-6 flex items-center gap-2 text-dim">
        <span aria-hidden className="breathe size-2 rounded-full border border-quiet" />
        Waiting for the first session. It appears here by itself.
      </p>
      <p className="mt-2 text-sm text-faint">
        All calls are in the{' '}
        <Link href="/api-reference" prefetch={false} className="text-accent underline">
          API reference
        </Link>
        .
      </p>
    </section>
  )
}
