import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'

type BarSelectProps = { label: string; value: string; options: readonly (readonly [value: string, says: string])[]; onChoose: (value: string) => void }

/** A choice in the bar on top. One that filters stands out from one that does not. */
export function BarSelect({ label, value, options, onChoose }: BarSelectProps) {
  return (
    <label className="relative inline-flex shrink-0 items-center">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className={clsx(
          'h-7 max-w-40 appearance-none truncate rounded-md border bg-panel pr-6 pl-2.5 hover:bg-raise max-md:max-w-[104px]',
          value === '' ? 'border-line-strong' : 'border-accent',
        )}
      >
        {options.map(([each, says]) => (
          <option key={each} value={each}>
            {says}
          </option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden className="pointer-events-none absolute right-2 text-faint" />
    </label>
  )
}
