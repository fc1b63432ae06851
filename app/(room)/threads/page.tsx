import { type Metadata } from 'next'
import { ThreadsPage } from '../../threads/threads-page.tsx'

export const metadata: Metadata = { title: 'Threads' }

export default function Page() {
  return <ThreadsPage />
}
