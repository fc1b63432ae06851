import { Button } from './ui/button.tsx'

/** The page broke, not the fleet: says so, and offers both ways on. */
export function Broken({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid max-w-md justify-items-center gap-2 text-center">
      <h1 className="text-lg font-semibold">This page broke.</h1>
      <p className="text-dim">
        The fault is in the page: agents and their data are not touched by it. Try again, or load the page anew.
        {digest !== undefined && <span className="mt-1 block font-mono text-sm text-faint">{digest}</span>}
      </p>
      <div className="mt-2 flex gap-2">
        <Button onClick={onRetry}>Try again</Button>
        <Button onClick={() => window.location.reload()}>Load anew</Button>
      </div>
    </div>
  )
}
