import { type ComponentProps, useId } from 'react'

type FieldProps = ComponentProps<'input'> & { label: string; note?: string; error?: string }

export function Field({ label, note, error, ...props }: FieldProps) {
  const id = useId()
  const said = error ?? note
  return (
    <div data-slot="field" className="grid gap-1">
      <label htmlFor={id} className="text-sm text-dim">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={said === undefined ? undefined : `${id}-said`}
        className="h-9 rounded-md border border-line-strong bg-bg px-2.5 text-base aria-invalid:border-dead"
        {...props}
      />
      {said !== undefined && (
        <p id={`${id}-said`} className={error === undefined ? 'text-sm text-faint' : 'text-sm text-dead'}>
          {said}
        </p>
      )}
    </div>
  )
}
