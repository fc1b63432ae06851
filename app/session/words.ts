const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long, in at most two units: 4s, 12m, 1h 06m, 3d 4h. */
export function sayDuration(ms: number): string {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / second))}s`
  if (ms < hour) return `${Math.floor(ms / minute)}m`
  if (ms < day) return `${Math.floor(ms / hour)}h ${String(Math.floor((ms % hour) / minute)).padStart(2, '0')}m`
  return `${Math.floor(ms / day)}d ${Math.floor((ms % day) / hour)}h`
}

/** Counts down or up where seconds matter: 41 s, 4m 10s. */
export function sayClock(ms: number): string {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / second))} s`
  if (ms < hour) return `${Math.floor(ms / minute)}m ${String(Math.floor((ms % minute) / second)).padStart(2, '0')}s`
  return sayDuration(ms)
}

const trim = (value: number) => (value < 9.95 ? value.toFixed(1) : Math.round(value).toString())

export function sayAmount(value: number | null): string {
  if (value === null) return '—'
  if (value < 1000) return String(value)
  if (value < 999_500) return `${value < 9_950 ? trim(value / 1000) : Math.round(value / 1000)}k`
  if (value < 999_500_000) return `${trim(value / 1_000_000)}M`
  return `${trim(value / 1_000_000_000)}G`
}

export const sayCost = (microUsd: number | null) => (microUsd === null ? '—' : (microUsd / 1_000_000).toFixed(2))

export const sayCount = ({ count, capped }: { count: number; capped: boolean }) =>
  count.toLocaleString('en-US') + (capped ? '+' : '')

/** Input and output; a session that reported neither has no total. */
export const sumTokens = (usage: { inputTokens: number | null; outputTokens: number | null }) =>
  usage.inputTokens === null && usage.outputTokens === null ? null : (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)

export const sayTime = (ms: number) => new Date(ms).toLocaleTimeString('en-GB')
// Made once: a row that scrolls into view says several instants, and making the format costs more than all of them.
const instants = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
export const sayInstant = (iso: string) => instants.format(new Date(iso))

/** A moment as short as it is clear: on another day than today it says its day too. */
export function sayMoment(iso: string, today: string, seconds = false): string {
  const at = new Date(iso)
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', ...(seconds && { second: '2-digit' }) })
  return at.toDateString() === today ? time : `${at.toLocaleDateString('en-GB', { day: '2-digit', month: 'short' })} ${time}`
}

/** Who did it: people by their name alone, tokens and Muster itself as what they are. */
export const sayBy = (label: string) => label.replace(/^person /, '')
