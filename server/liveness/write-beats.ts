import { sql } from 'drizzle-orm'
import { json } from '../../db/json.ts'
import { type Actor, type Context } from '../context.ts'

/** Beats that one caller asks for. */
export type Beats = { actor: Actor; ids: string[] }
type How = {
  /** For rows that somebody holds; else they are passed over, so that nobody waits for a stranger's transaction. */
  wait: boolean
  /** What a crash of Postgres takes of them, LIV-9 covers. Only where the statement is a transaction of its own. */
  hurry: boolean
}

const limitsOf = ({ role, id, workspace, sessionId }: Actor) => ({
  owner: role === 'agent' ? id : null, workspace, session: sessionId ?? null,
})

/**
 * One statement for many beats: rows locked in order of id, one clock after the last lock, and a life more for each that
 * comes after its expiry (LIV-6). It touches open rows alone (LIV-13). Gives, for each asker, the ids that it did not beat.
 */
export async function writeBeats({ db }: Pick<Context, 'db'>, asked: Beats[], { wait, hurry }: How): Promise<Set<string>[]> {
  const places = asked.flatMap(({ ids }, place) => ids.map(() => place))
  const ids = asked.flatMap((each) => each.ids)
  // No join of two lists: Postgres takes each for ten rows long, and would compare every one with every other.
  const [done] = await db.execute<{ beaten: string | null; refused: string | null }>(sql`
    with asked as materialized (
      select a.place, a.id, coalesce((l.may ->> 'owner' is null or s.owner_id = l.may ->> 'owner')
        and s.workspace = coalesce(l.may ->> 'workspace', s.workspace) and s.id = coalesce(l.may ->> 'session', s.id), false) as allowed
      from unnest(string_to_array(${places.join(',')}, ',')::int[], string_to_array(${ids.join(',')}, ',')) a (place, id)
      cross join lateral (select ${json(asked.map(({ actor }) => limitsOf(actor)))} -> a.place as may offset 0) l
      left join sessions s on s.id = a.id
    ), locked as materialized (
      select b.session_id from session_beats b where b.open and b.session_id in (select id from asked where allowed)
      order by b.session_id collate "C" for no key update of b ${wait ? sql`` : sql`skip locked`}
    ), clock as materialized (
      select clock_timestamp() as now, count(*) as locked from locked
    ), judged as materialized (
      select now, received_since_as_of(now) as since, ${hurry ? sql`set_config('synchronous_commit', 'off', true)` : sql`null`} from clock
    ), beaten as (
      update session_beats b set last_beat_at = j.now,
        life = b.life + beat_expired(b.last_beat_at, b.timeout_ms, j.since, j.now)::int
      from locked l cross join judged j where b.session_id = l.session_id returning b.session_id
    )
    select (select string_agg(session_id, ',') from beaten) as beaten,
      (select string_agg(place || ' ' || id, ',') from asked where not allowed) as refused`)
  const beaten = new Set(done!.beaten?.split(','))
  const refused = new Set(done!.refused?.split(','))
  return asked.map((each, place) => new Set(each.ids.filter((id) => !beaten.has(id) || refused.has(`${place} ${id}`))))
}
