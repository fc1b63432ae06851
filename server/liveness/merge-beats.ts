import { type Context } from '../context.ts'
import { mergeCalls } from '../merge-calls.ts'
import { type Beats, writeBeats } from './write-beats.ts'

export type MergedBeats = (beats: Beats) => Promise<Set<string>>

/**
 * All beats of a process in shared statements. Nobody in a batch waits for a row that a stranger holds: such a beat comes
 * back, and waits alone. Two at once, so that one is made ready while the database works on the other.
 */
export const mergeBeats = (ctx: Pick<Context, 'db'>): MergedBeats =>
  mergeCalls<Beats, Set<string>>((asked) => writeBeats(ctx, asked, { wait: false, hurry: true }), { atOnce: 2, most: 250 })
