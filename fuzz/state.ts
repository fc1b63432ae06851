import { type Client } from '../db/client.ts'

/** Rows, and a sum over all of them that any change moves, by table. */
export type State = Record<string, string>

/** What a refused request may write, and why. */
const mayChange: Record<string, string> = {
  rate_limits: 'an attempt counts whether it is refused or not: that is how the next one is refused',
  leaders: 'the lease of the loops is renewed by the clock',
  reception: 'every server process touches it each second',
  server_processes: 'every server process says each second that it is there',
}
/** Of the trail: that somebody could not sign in is written because of the refusal, and told to those who watch. */
const counted: Record<string, string> = {
  audit: `action <> 'person.sign_in_failed'`,
  changes: `topic <> 'thread' and (topic <> 'audit' or body->>'action' is distinct from 'person.sign_in_failed')`,
}
/** How often others were told who has a thread is counted apart, a moment later, and told (RSV-10). */
const summed: Record<string, string> = {
  reservations: `(to_jsonb(t) - 'refused' - 'refused_sampled')::text`,
  threads: `(to_jsonb(t) - 'version')::text`,
}

/** xmin is among what is summed: writing the same values again counts as a change too. */
export async function readState(client: Client): Promise<State> {
  await jobsRest(client)
  const tables = await client<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const sums = tables
    .filter(({ name }) => !Object.hasOwn(mayChange, name))
    .map(({ name }) => `select '${name}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(${summed[name] ?? 'xmin || t::text'}, 0)::numeric), 0) as sum
      from "${name}" t where ${counted[name] ?? 'true'}`)
  const rows = await client.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** What was taken before may still be worked on, one by one. */
async function jobsRest(client: Client) {
  const running = () => client`select from bulk_jobs where state in ('running', 'undoing')`
  for (let round = 0; round < 500 && (await running()).length > 0; round++) await new Promise((resume) => setTimeout(resume, 20))
}

export const changedTables = (before: State, after: State) =>
  Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name]} → ${after[name]}`)

/** The loops write by the clock. While somebody else leads them, only requests change rows. */
export async function holdLoops(client: Client) {
  await client`
    insert into leaders (name, holder, term, expires_at) values ('loops', 'fuzz', 1, clock_timestamp() + interval '1 day')
    on conflict (name) do update set holder = 'fuzz', expires_at = excluded.expires_at`
}
