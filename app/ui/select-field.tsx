import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

type Option = { value: string; says: string }
type SelectFieldProps = ComponentProps<'select'> & { label: string; note?: string; options: readonly Option[] }

export function SelectField({ label, note, options, ...props }: SelectFieldProps) {
  const id = useId()
  return (
    <div data-slot="field" className="grid gap-1">
      <label htmlFor={id} className="text-sm text-dim">
        {label}
      </label>
      <span className="relative grid items-center">
        <select
          id={id}
          aria-describedby={note === undefined ? undefined : `${id}-said`}
          className="h-9 w-full appearance-none rounded-md border border-line-strong bg-bg pr-7 pl-2.5 text-base"
          {...props}
        >
          {options.map(({ value, says }) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </select>
        <ChevronDown size={13} aria-hidden className="pointer-events-none absolute right-2.5 text-faint" />
      </span>
      {note !== undefined && (
        <p id={`${id}-said`} className="text-sm text-faint">
          {note}
        </p>
      )}
    </div>
  )
}
