import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export function Section({ title, aside, children, className }: { title: string; aside?: ReactNode; children: ReactNode; className?: string }) {
  const id = useId()
  return (
    <section data-slot="section" aria-labelledby={id} className={clsx('min-w-0', className)}>
      <h2 id={id} className="mb-1 flex items-baseline gap-2 text-sm font-medium text-faint">
        {title}
        {aside !== undefined && <span className="font-normal">{aside}</span>}
      </h2>
      {children}
    </section>
  )
}
