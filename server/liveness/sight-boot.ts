import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'

type Sight = { hostId: string; bootId: string; hostname?: string; speaker: string }
type Seen = { said: 'current' | 'rebooted' | 'stale' }

/**
 * Which boot a host is in, by one who speaks for it; what agents say of it the database takes from their sessions. Its rows
 * are the last that a transaction locks. Gives whether sessions of an earlier boot are dead from now on.
 */
export async function sightBoot(tx: Context, { hostId, bootId, hostname, speaker }: Sight): Promise<boolean> {
  const [seen] = await tx.db.execute<Seen>(sql`select sight_boot(${hostId}, ${bootId}, ${hostname ?? null}, ${speaker}) as said`)
  if (seen!.said === 'stale') throw new DomainError('stale_boot', `The host ${hostId} was restarted since the boot ${bootId}.`, { hostId, bootId })
  return seen!.said === 'rebooted'
}
