import { type ReactNode } from 'react'

/** What this section is about, in a sentence, and the one thing that one comes here to do. */
export function SectionHead({ title, says, children }: { title: string; says: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="max-w-3xl text-dim">{says}</p>
      </div>
      {children}
    </div>
  )
}
