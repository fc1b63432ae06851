'use client'

import { Fragment, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { isTyping } from './is-typing.ts'

const keys = [
  ['/', 'Filter'],
  ['j k', 'Next, previous session'],
  ['Space', 'Peek, the list stays'],
  ['Enter', 'Open the session'],
  ['Esc', 'Close, leave the filter'],
  ['?', 'These keys'],
] as const

export function Keys() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Button variant="ghost" size="icon" onClick={() => setOpen(true)} aria-label="Keys" title="Keys (?)" className="max-md:hidden">
        <Kbd>?</Kbd>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Keys">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {keys.map(([key, does]) => (
            <Fragment key={key}>
              <dt className="flex gap-1">
                {key.split(' ').map((one) => (
                  <Kbd key={one}>{one}</Kbd>
                ))}
              </dt>
              <dd className="text-dim">{does}</dd>
            </Fragment>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
