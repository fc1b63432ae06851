'use client'

import { Fragment } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { commands } from './key-map.ts'
import { openOnly, useOpened } from './opened.ts'
import { useCommands } from './use-commands.ts'

export function Keys() {
  const open = useOpened() === 'keys'
  useCommands({ keys: () => openOnly('keys') })
  return (
    <>
      <Button variant="ghost" size="icon" onClick={() => openOnly('keys')} aria-label="Keys" title="Keys (?)" className="max-md:hidden">
        <Kbd>?</Kbd>
      </Button>
      <Dialog open={open} onClose={() => openOnly(null)} title="Keys">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {Object.entries(commands).map(([name, { keys, does }]) => (
            <Fragment key={name}>
              <dt className="flex gap-1">
                {keys.map((one) => (
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
