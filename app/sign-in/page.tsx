import { type Metadata } from 'next'
import { Door } from './door.tsx'
import { SignInForm } from './sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams
  return (
    <Door title="Sign in">
      <SignInForm next={typeof next === 'string' ? next : null} />
    </Door>
  )
}
