import { type Context } from '../context.ts'
import { beatAll } from './beat-sessions.ts'

/** Beats are not announced; a change of verdict is. */
export async function beatSession(ctx: Context, id: string): Promise<void> {
  const refusal = (await beatAll(ctx, [id])).get(id)
  if (refusal) throw refusal
}
