import { type Metadata } from 'next'
import { ThreadPage } from '../../../threads/thread-page.tsx'

export const metadata: Metadata = { title: 'Thread' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ThreadPage id={decodeURIComponent((await params).id)} />
}
