import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps } from 'react'

/** A select that looks like the buttons beside it. */
export function SelectButton({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span data-slot="select-button" className={clsx('relative inline-flex shrink-0 items-center', className)}>
      <select className="h-7 w-full appearance-none truncate rounded-md border border-line-strong bg-panel pr-6 pl-2.5 hover:bg-raise" {...props}>
        {children}
      </select>
      <ChevronDown size={12} aria-hidden className="pointer-events-none absolute right-2 text-faint" />
    </span>
  )
}
