import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './globals.css'
import { type Metadata, type Viewport } from 'next'
import { cookies } from 'next/headers'
import { type ReactNode } from 'react'
import { readTheme, themeCookie } from './theme.ts'

export const metadata: Metadata = {
  title: { default: 'Muster', template: '%s · Muster' },
  description: 'The control room for fleets of coding agents.',
  robots: { index: false, follow: false },
}
export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

/** Reading the cookie also keeps every page dynamic, which a nonce per answer needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(themeCookie)?.value)
  return (
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
