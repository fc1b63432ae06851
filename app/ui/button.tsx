import clsx from 'clsx'
import { type ComponentProps } from 'react'

const variants = {
  plain: 'border-line-strong bg-panel text-text hover:bg-raise',
  primary: 'border-accent bg-accent-weak text-text hover:border-text',
  danger: 'border-dead/60 bg-panel text-dead hover:bg-dead-weak',
  ghost: 'border-transparent text-dim hover:bg-raise hover:text-text',
} as const
const sizes = { sm: 'h-6 px-2 text-sm', md: 'h-7 px-2.5 text-base', lg: 'h-9 px-4 text-base', icon: 'size-7 justify-center' } as const

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes }

export const buttonLook = ({ variant = 'plain', size = 'md' }: Look = {}, className?: string) =>
  clsx(
    'inline-flex shrink-0 items-center gap-1.5 rounded-md border whitespace-nowrap select-none',
    'disabled:cursor-default disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  )

export function Button({ variant, size, className, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" data-slot="button" className={buttonLook({ variant, size }, className)} {...props} />
}
