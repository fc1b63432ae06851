'use client'

import { Bell, BellOff, BellRing } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { setNotifying, useNotifying } from '../frame/notifying.ts'

const looks = {
  on: { Icon: BellRing, label: 'Notifications are on: this browser tells you when an agent newly needs somebody. Turn them off' },
  off: { Icon: Bell, label: 'Tell me in this browser when an agent newly needs somebody' },
  refused: { Icon: BellOff, label: 'This browser does not let Muster notify you: allow it in the settings of the site' },
} as const

export function NotifyButton() {
  const state = useNotifying()
  if (state === 'impossible') return null
  const { Icon, label } = looks[state]
  return (
    <Button variant="ghost" size="icon" aria-pressed={state === 'on'} disabled={state === 'refused'} aria-label={label} title={label} onClick={() => void setNotifying(state !== 'on')}>
      <Icon size={14} aria-hidden />
    </Button>
  )
}
