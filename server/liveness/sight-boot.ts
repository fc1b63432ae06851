import { sql } from 'drizzle-orm'
import { DomainError } from '../../contract/errors.ts'
import { type Context } from '../context.ts'

type Sight = {
  hostId: string
  bootId: string
  hostname?: string | null
  /** Who speaks for the host; null: an agent that says where it runs, whose word counts while nobody speaks for the host. */
  speaker: string | null
}
type Host = { bootId: string | null; speaker: string | null }

/**
 * The first sight of a boot makes it the host's current one, and an earlier one never returns (LIV-2). Its rows are the last
 * that a transaction locks. Gives whether sessions of an earlier boot are now known to be dead.
 */
export async function sightBoot(tx: Context, { hostId, bootId, hostname = null, speaker }: Sight): Promise<boolean> {
  const [fresh] = await tx.db.execute(sql`
    select from hosts h join host_boots b on b.host_id = h.id and b.boot_id = h.boot_id
    where h.id = ${hostId} and h.boot_id = ${bootId}
      and (${speaker}::text is null or (h.vouched_by is not null and h.seen_at > clock_timestamp() - interval '30 s'))`)
  if (fresh) return false

  await tx.db.execute(sql`
    insert into hosts (id, hostname, seen_at) values (${hostId}, ${hostname}, clock_timestamp()) on conflict (id) do nothing`)
  const [host] = await tx.db.execute<Host>(sql`
    select boot_id as "bootId", vouched_by as speaker from hosts where id = ${hostId} for update`)
  if (speaker === null && host!.speaker !== null) return false

  const [first] = await tx.db.execute(sql`
    insert into host_boots (host_id, boot_id, first_seen_at) values (${hostId}, ${bootId}, clock_timestamp())
    on conflict (host_id, boot_id) do nothing returning boot_id`)
  // What agents said before somebody spoke for the host may have been wrong, also that a boot was an earlier one.
  const firstWord = speaker !== null && host!.speaker === null
  const isNew = host!.bootId !== bootId && (first !== undefined || firstWord)
  if (host!.bootId !== bootId && !isNew) {
    if (speaker === null) return false
    throw new DomainError('stale_boot', `The host ${hostId} was restarted since the boot ${bootId}.`, { hostId, bootId, current: host!.bootId })
  }
  await tx.db.execute(sql`
    update hosts set hostname = coalesce(${hostname}, hostname), vouched_by = coalesce(vouched_by, ${speaker}), seen_at = clock_timestamp()
      ${isNew ? sql`, boot_id = ${bootId}, boot_since = clock_timestamp()` : sql``}
    where id = ${hostId}`)
  if (isNew) await rememberEarlier(tx, hostId, bootId)
  return isNew && host!.bootId !== null
}

/** What its sessions say of other boots is from before this one: nobody spoke for those, but they are over. */
async function rememberEarlier(tx: Context, hostId: string, bootId: string) {
  await tx.db.execute(sql`
    insert into host_boots (host_id, boot_id, first_seen_at)
    select distinct ${hostId}, boot_id, clock_timestamp() from sessions
    where host_id = ${hostId} and status = 'active' and boot_id <> ${bootId}
    on conflict (host_id, boot_id) do nothing`)
}
