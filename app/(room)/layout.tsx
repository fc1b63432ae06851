import { type ReactNode } from 'react'
import { Frame } from '../frame/frame.tsx'

export default function RoomLayout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>
}
