import { DomainError } from './errors.ts'

/**
 * RFC 8785: sorted keys, no spaces, absent fields left out. JavaScript's own number and string forms and its order of
 * strings are the ones that the RFC names. What can't be hashed the same everywhere is refused (GEN-8).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value === 'string') return canonicalString(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is not JSON`)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  // Byte order of UTF-16 code units, as the RFC says, which is how JavaScript compares strings.
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${canonicalString(key)}:${canonicalJson(field)}`).join(',')}}`
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new DomainError('out_of_range', `${value} is beyond what every reader of JSON takes as the same number.`)
  return JSON.stringify(value)
}

// oxlint-disable-next-line no-control-regex
const unhashable = /[\u0000\ud800-\udfff]/u

function canonicalString(value: string): string {
  if (unhashable.test(value))
    throw new DomainError('invalid_input', 'JSON that is hashed holds no NUL character and no half of a surrogate pair.')
  return JSON.stringify(value)
}
