import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'
import { undoAbandon } from '../sessions/undo-abandon.ts'
import { type Outcome } from './abandon-item.ts'

/** One of many taken back, or why not; then it stays abandoned. */
export async function undoItem(tx: Context, id: string, reason: string): Promise<Outcome> {
  try {
    await undoAbandon(tx, id, { reason })
    return { result: 'undone', said: null }
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'not_undoable' || error.code === 'session_not_found'))
      return { result: 'abandoned', said: error.message }
    throw error
  }
}
