'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { nextTheme } from '../theme.ts'
import { Button } from '../ui/button.tsx'
import { setTheme, useTheme } from './use-theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon } as const

export function ThemeToggle() {
  const theme = useTheme()
  const Icon = icons[theme]
  const label = `Theme: ${theme}. Change to ${nextTheme(theme)}`
  return (
    <Button variant="ghost" size="icon" onClick={() => setTheme(nextTheme(theme))} aria-label={label} title={label}>
      <Icon size={14} aria-hidden />
    </Button>
  )
}
