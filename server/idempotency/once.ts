import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { DomainError } from '../../contract/errors.ts'
import { json } from '../../db/json.ts'
import { type Actor, type Context, transaction } from '../context.ts'

export type Once<Answer> = {
  key: string
  /** What was asked, as it came: the operation and all its input. */
  request: unknown
  work: (tx: Context) => Promise<Answer>
  /** What must be waited for first, in no transaction. A replay does not wait. Gives the work. */
  before?: () => Promise<(tx: Context) => Promise<Answer>>
  /** Takes the secrets out of an answer before it is kept. */
  withoutSecrets?: (answer: Answer) => unknown
  /** Makes a kept answer whole again, with new secrets in place of the old ones, which become void. */
  reissue?: (tx: Context, kept: Answer) => Promise<Answer>
}

/**
 * Does the work once per caller and key: the key's row and the work commit together, and of callers at the same moment
 * one works while the others wait for its row. A refusal keeps nothing, so that the same key may try again (GEN-5).
 */
export async function once<Answer>(ctx: Context, { key, request, before, withoutSecrets, reissue, ...asked }: Once<Answer>): Promise<Answer> {
  const caller = callerOf(ctx.actor)
  const requestHash = createHash('sha256').update(canonicalJson(request)).digest('hex')
  const work = before && !(await isKept(ctx, caller, key)) ? await before() : asked.work
  return transaction(ctx, async (tx) => {
    const [mine] = await tx.db.execute(sql`
      insert into idempotency_keys (caller, key, request_hash, made_at)
      values (${caller}, ${key}, ${requestHash}, clock_timestamp())
      on conflict do nothing returning key`)
    if (!mine) return replay<Answer>(tx, caller, key, requestHash, reissue)
    const answer = await work(tx)
    await tx.db.execute(sql`
      update idempotency_keys set answer = ${json(withoutSecrets ? withoutSecrets(answer) : answer)}::json
      where caller = ${caller} and key = ${key}`)
    return answer
  })
}

/** A session's own secret is a caller of its own: what other sessions of its token were answered is none of its business. */
const callerOf = ({ kind, id, sessionId }: Actor) => `${kind} ${id}${sessionId === undefined ? '' : ` session ${sessionId}`}`

async function isKept(ctx: Context, caller: string, key: string): Promise<boolean> {
  return (await ctx.db.execute(sql`select from idempotency_keys where caller = ${caller} and key = ${key}`)).length > 0
}

async function replay<Answer>(tx: Context, caller: string, key: string, requestHash: string, reissue: Once<Answer>['reissue']) {
  const [kept] = await tx.db.execute<{ request_hash: string; answer: Answer }>(
    sql`select request_hash, answer from idempotency_keys where caller = ${caller} and key = ${key}`,
  )
  if (kept!.request_hash !== requestHash)
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another request before.', { key })
  return reissue ? reissue(tx, kept!.answer) : kept!.answer
}
