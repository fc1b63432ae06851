/** What one look at a pid found. The start time is compared, never calculated with: each system writes it in its own way. */
export type ProcessProbe = { alive: true; startTime: string } | { alive: false } | { unknown: true }

export const gone: ProcessProbe = { alive: false }
export const unknown: ProcessProbe = { unknown: true }
