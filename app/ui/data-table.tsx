import clsx from 'clsx'
import { type ComponentProps, type ReactNode } from 'react'
import { ScrollX } from './scroll-x.tsx'

type Column = { name: string; look?: string; hidden?: boolean }

/** A calm table of few rows. hidden: the head's word is for readers only. */
export function DataTable({ label, columns, children }: { label: string; columns: readonly Column[]; children: ReactNode }) {
  return (
    <ScrollX label={label}>
      <table data-slot="table" className="w-full border-collapse text-left">
        <thead>
          <tr className="h-[27px] border-b border-line text-sm text-faint">
            {columns.map(({ name, look, hidden }) => (
              <th key={name} scope="col" className={clsx('px-2 font-normal whitespace-nowrap first:pl-0 last:pr-0', look)}>
                {hidden ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollX>
  )
}

export function Row({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={clsx('h-9 border-b border-line', className)} {...props} />
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={clsx('px-2 py-1 first:pl-0 last:pr-0', className)} {...props} />
}
