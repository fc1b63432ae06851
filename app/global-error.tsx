'use client'

import './globals.css'
import { Broken } from './broken.tsx'

export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <main className="flex min-h-dvh flex-col items-center px-4 pt-[20vh]">
          <Broken digest={error.digest} onRetry={reset} />
        </main>
      </body>
    </html>
  )
}
