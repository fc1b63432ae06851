import { cookies } from 'next/headers'
import { type ReactNode } from 'react'
import { Frame } from '../frame/frame.tsx'
import { readTheme, themeCookie } from '../theme.ts'

export default async function RoomLayout({ children }: { children: ReactNode }) {
  return <Frame theme={readTheme((await cookies()).get(themeCookie)?.value)}>{children}</Frame>
}
