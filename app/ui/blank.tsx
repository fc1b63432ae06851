import { type ReactNode } from 'react'

type BlankProps = { title: string; mark?: ReactNode; children?: ReactNode; actions?: ReactNode; testId?: string }

/** Where there is nothing to show: what that means, and the way on. */
export function Blank({ title, mark, children, actions, testId }: BlankProps) {
  return (
    <div role="status" data-slot="blank" data-testid={testId} className="flex flex-1 flex-col items-center gap-2 px-4 pt-24 pb-8 text-center">
      {mark}
      <p className="text-lg font-medium">{title}</p>
      {children !== undefined && <div className="max-w-lg text-dim">{children}</div>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
