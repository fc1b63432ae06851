import { type Metadata } from 'next'
import { notFound } from 'next/navigation'
import { findSection } from '../../../settings/sections.ts'
import { SettingsPage } from '../../../settings/settings-page.tsx'

type PageProps = { params: Promise<{ section: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `${findSection((await params).section)?.name ?? 'Not found'} · Settings` }
}

export default async function Page({ params }: PageProps) {
  const section = findSection((await params).section)
  if (section === undefined) notFound()
  return <SettingsPage slug={section.slug} />
}
