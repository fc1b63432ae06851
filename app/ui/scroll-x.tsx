'use client'

import clsx from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** What is too wide scrolls sideways, by keyboard too; what fits is no stop for the Tab key. */
export function ScrollX({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      data-slot="scroll-x"
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={scrolls ? 0 : undefined}
      className={clsx('overflow-x-auto -outline-offset-2', className)}
    >
      {children}
    </div>
  )
}
