import clsx from 'clsx'

/** How much of a span is left, 0 to 1. The words beside it say the same, so it is hidden from readers. */
export function Meter({ left, className }: { left: number; className: string }) {
  return (
    <span data-slot="meter" aria-hidden className="block h-[3px] w-full overflow-hidden rounded-full bg-line">
      <span
        className={clsx('block h-full rounded-full', className)}
        style={{ width: `${Math.round(Math.max(0, Math.min(1, left)) * 100)}%` }}
      />
    </span>
  )
}
