'use client'

import clsx from 'clsx'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

const looks = {
  box: 'm-auto w-[min(440px,calc(100vw-32px))]',
  wide: 'm-auto w-[min(600px,calc(100vw-32px))]',
  top: 'mx-auto mt-[12vh] mb-auto w-[min(600px,calc(100vw-16px))] max-md:mt-2',
} as const

type DialogProps = { open: boolean; onClose: () => void; title: string; look?: keyof typeof looks; bare?: boolean; children: ReactNode }

/** The browser's own modal: it keeps the focus inside, closes on Esc and gives the focus back. bare: the title is for readers only. */
export function Dialog({ open, onClose, title, look = 'box', bare = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  // Only the backdrop is the dialog itself; everything in it is a child.
  const closeOutside = (event: MouseEvent) => event.target === dialog.current && bare && onClose()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same
    <dialog
      ref={dialog}
      data-slot="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={closeOutside}
      className={clsx(
        'max-h-[calc(100dvh-32px)] overflow-y-auto rounded-lg border border-line-strong bg-panel p-0 text-text backdrop:bg-bg/70',
        looks[look],
      )}
    >
      {open && (
        <div className={bare ? '' : 'grid gap-3 p-4'}>
          <h2 id={id} className={bare ? 'sr-only' : 'text-lg font-semibold break-words'}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
