'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { nextTheme, readTheme, themeCookie } from '../theme.ts'
import { Button } from '../ui/button.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon } as const
const yearS = 31_536_000

/** The server reads the cookie, so the first paint of the next page has the right colours without a script. */
export function ThemeToggle({ initial }: { initial: string }) {
  const [theme, setTheme] = useState(readTheme(initial))
  const Icon = icons[theme]
  const toggle = () => {
    const next = nextTheme(theme)
    const secure = window.location.protocol === 'https:' ? '; secure' : ''
    document.cookie = `${themeCookie}=${next}; path=/; max-age=${yearS}; samesite=lax${secure}`
    document.documentElement.dataset['theme'] = next
    setTheme(next)
  }
  const label = `Theme: ${theme}. Change to ${nextTheme(theme)}`
  return (
    <Button variant="ghost" size="icon" onClick={toggle} aria-label={label} title={label}>
      <Icon size={14} aria-hidden />
    </Button>
  )
}
