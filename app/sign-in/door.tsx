import { type ReactNode } from 'react'
import { Logo } from '../frame/logo.tsx'

export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[14vh]">
      <div className="w-full max-w-[340px]">
        <p className="mb-6 flex items-center gap-2.5 text-lg font-semibold">
          <Logo size={18} /> Muster
        </p>
        <div className="rounded-lg border border-line bg-panel p-5">
          <h1 className="mb-4 text-lg font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}
