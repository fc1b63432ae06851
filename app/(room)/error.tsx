'use client'

import { Broken } from '../broken.tsx'

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="flex flex-1 flex-col items-center px-4 pt-[18vh]">
      <Broken digest={error.digest} onRetry={reset} />
    </div>
  )
}
