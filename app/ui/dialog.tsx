'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode }

/** The browser's own modal: it keeps the focus inside, closes on Esc and gives the focus back. */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      data-slot="dialog"
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(440px,calc(100vw-32px))] rounded-lg border border-line-strong bg-panel p-0 text-text backdrop:bg-bg/70"
    >
      {open && (
        <div className="grid gap-3 p-4">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
