import { type ReactNode } from 'react'

/** A quiet two-column list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl data-slot="facts" className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3">
      {children}
    </dl>
  )
}

export function Fact({ name, mono, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm leading-5 text-dim">{name}</dt>
      <dd className={mono ? 'font-mono text-sm leading-5 break-all' : 'leading-5 break-words'}>{children}</dd>
    </>
  )
}
