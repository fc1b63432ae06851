import { type Metadata } from 'next'
import Link from 'next/link'
import { Logo } from './frame/logo.tsx'
import { buttonLook } from './ui/button.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center gap-2 px-4 pt-[20vh] text-center">
      <Logo size={22} />
      <h1 className="mt-3 text-lg font-semibold">There is no page at this address.</h1>
      <p className="text-dim">It may be mistyped, or of a version that is not this one.</p>
      <Link href="/" className={buttonLook({}, 'mt-3')}>
        To the fleet
      </Link>
    </main>
  )
}
