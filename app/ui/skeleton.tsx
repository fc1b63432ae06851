import clsx from 'clsx'

export function Skeleton({ className }: { className?: string }) {
  return <span data-slot="skeleton" aria-hidden className={clsx('breathe block rounded bg-line', className)} />
}
