import { type Metadata } from 'next'
import { Door } from '../door.tsx'
import { LinkForm } from './link-form.tsx'

export const metadata: Metadata = { title: 'Sign in by link', referrer: 'no-referrer' }

export default function Page() {
  return (
    <Door title="Welcome">
      <LinkForm />
    </Door>
  )
}
