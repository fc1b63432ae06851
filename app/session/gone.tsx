import Link from 'next/link'
import { buttonLook } from '../ui/button.tsx'

/** Deleted, hidden by age, or never there: the server says the same of all three, and so do we. */
export function SessionGone({ id }: { id: string }) {
  return (
    <div role="status" data-testid="session-gone" className="flex flex-1 flex-col items-center gap-2 px-4 pt-24 text-center">
      <p className="text-lg font-medium">This session is not here.</p>
      <p className="max-w-md text-dim">
        <code className="font-mono text-sm break-all text-text">{id}</code> was deleted, ended long ago, or never was.
      </p>
      <Link href="/" className={buttonLook({}, 'mt-2')}>
        Back to the fleet
      </Link>
    </div>
  )
}
