import { X } from 'lucide-react'

export function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span data-testid="filter-chip" className="inline-flex max-w-full items-center rounded bg-raise pl-1.5 font-mono text-sm">
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={`Remove ${text}`}
        onClick={onRemove}
        className="flex h-[22px] w-5 shrink-0 items-center justify-center rounded text-faint hover:text-text"
      >
        <X size={11} aria-hidden />
      </button>
    </span>
  )
}
