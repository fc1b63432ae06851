import { type Metadata } from 'next'
import { SessionPage } from '../../../session/session-page.tsx'

export const metadata: Metadata = { title: 'Session' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <SessionPage id={decodeURIComponent((await params).id)} />
}
