import { type Metadata } from 'next'
import { Door } from './door.tsx'
import { OidcButton } from './oidc-button.tsx'
import { OidcRefused } from './oidc-refused.tsx'
import { SignInForm } from './sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const { next, refused } = await searchParams
  return (
    <Door title="Sign in">
      <OidcRefused refusal={one(refused)} />
      <OidcButton next={one(next)} />
      <SignInForm next={one(next)} />
    </Door>
  )
}
