import { DomainError, toErrorAnswer } from '../../contract/errors.ts'
import { type BeatAnswers, type BeatSessions } from '../../contract/liveness.ts'
import { type Context, transaction } from '../context.ts'
import { refuseBeats } from './refuse-beats.ts'
import { writeBeats } from './write-beats.ts'

/** Beats for many, with an answer for each; or for none of them, when one can not and they go together (API-3). */
export async function beatSessions(ctx: Context, { sessions, allOrNothing }: BeatSessions): Promise<BeatAnswers> {
  const refusals = allOrNothing ? await beatTogether(ctx, sessions) : await beatAll(ctx, sessions)
  return {
    items: sessions.map((sessionId) => {
      const refusal = refusals.get(sessionId)
      return { sessionId, error: refusal ? toErrorAnswer(refusal).error : null }
    }),
  }
}

const tries = 3

/** Who did not beat, and why. */
export async function beatAll(ctx: Context, ids: string[]): Promise<Map<string, DomainError>> {
  const refusals = new Map<string, DomainError>()
  let left = [...new Set(ids)]
  for (let attempt = 0; left.length > 0; attempt++) {
    const missed = await beatOnce(ctx, left, attempt > 0)
    if (missed.size === 0) break
    const told = await refuseBeats(ctx, [...missed])
    for (const [id, refusal] of told) refusals.set(id, refusal)
    // What is left was held by somebody, or its end was undone in between.
    left = [...missed].filter((id) => !told.has(id))
    if (attempt < tries) continue
    for (const id of left) refusals.set(id, new DomainError('try_again', `Session ${id} is being changed by others.`, { id }))
    break
  }
  return refusals
}

async function beatOnce(ctx: Context, ids: string[], wait: boolean): Promise<Set<string>> {
  const beats = { actor: ctx.actor, ids }
  if (ctx.beats && !ctx.open && !wait) return ctx.beats(beats)
  const [missed] = await writeBeats(ctx, [beats], { wait: true, hurry: !ctx.open })
  return missed!
}

/** In one transaction, which the first refusal takes back. */
async function beatTogether(ctx: Context, ids: string[]) {
  return transaction(ctx, async (tx) => {
    const refusals = await beatAll(tx, ids)
    for (const id of ids) if (refusals.has(id)) throw refusals.get(id)!
    return refusals
  })
}
