import { sql, type SQL } from 'drizzle-orm'
import { type Role } from '../../contract/roles.ts'
import { type Actor, type Context } from '../context.ts'

/** `endsInMs` is how long they last by the database's clock; null: until they are revoked. */
export type Identified = { actor: Actor; endsInMs: number | null }

type Row = {
  key: string
  kind: 'token' | 'person'
  id: string
  name: string
  email: string | null
  role: Role
  workspace: string | null
  hostId: string | null
  sessionId: string | null
  endsInMs: number | null
}

const tokenHolds = sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > clock_timestamp())`
const endsInMs = (at: SQL) => sql`(extract(epoch from ${at} - clock_timestamp()) * 1000)::float8`

/** By what a key begins with: whose credentials of this kind hold now. Hashes are base64url, so a comma parts them. */
const sources: Record<string, (hashes: SQL) => SQL> = {
  token: (hashes) => sql`
    select 'token ' || t.hash, 'token', t.id::text, t.name, null, t.role, t.workspace, t.host_id, null, ${endsInMs(sql`t.expires_at`)}
    from tokens t where t.hash = any(${hashes}) and ${tokenHolds}`,
  // A session's secret lasts as long as the token that the session was registered with.
  session: (hashes) => sql`
    select 'session ' || s.secret_hash, 'token', t.id::text, t.name, null, 'agent', s.workspace, null, s.id, ${endsInMs(sql`t.expires_at`)}
    from sessions s join tokens t on t.id = s.owner_id::uuid where s.secret_hash = any(${hashes}) and ${tokenHolds}`,
  signIn: (hashes) => sql`
    select 'signIn ' || i.token_hash, 'person', p.id, p.name, p.email, p.role, null, null, null, ${endsInMs(sql`i.expires_at`)}
    from sign_ins i join people p on p.id = i.person_id where i.token_hash = any(${hashes}) and i.expires_at > clock_timestamp()`,
}

/** Whom each of these keys (`token <hash>`, `session <hash>`, `signIn <hash>`) stands for; who is missing is nobody. */
export async function checkCredentials(ctx: Pick<Context, 'db'>, keys: string[]): Promise<Map<string, Identified>> {
  const parts = Object.entries(sources).flatMap(([source, select]) => {
    const hashes = keys.filter((key) => key.startsWith(`${source} `)).map((key) => key.slice(source.length + 1))
    return hashes.length === 0 ? [] : [select(sql`string_to_array(${hashes.join(',')}, ',')`)]
  })
  const rows = await ctx.db.execute<Row>(sql`
    select * from (${sql.join(parts, sql` union all `)})
    as c (key, kind, id, name, email, role, workspace, "hostId", "sessionId", "endsInMs")`)
  return new Map(rows.map(({ key, endsInMs: ends, ...row }) => [key, { actor: toActor(row), endsInMs: ends }]))
}

function toActor({ kind, id, name, email, role, workspace, hostId, sessionId }: Omit<Row, 'key' | 'endsInMs'>): Actor {
  return { kind, id, name, role, workspace, ...(email && { email }), ...(hostId && { hostId }), ...(sessionId && { sessionId }) }
}
