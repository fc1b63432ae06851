import { type Client } from '../db/client.ts'

export type Seed = {
  sessions: number
  /** The token that may write to them, for a driver of changes; left out: nobody. */
  ownerId?: string
  /** Ends them so long ago that they are history. */
  ended?: boolean
  prefix?: string
}

const states = ['waiting', 'stalled', 'quiet', 'dead', 'unknown'] as const
const notable = 50

/**
 * A fleet as it might stand, put into the database at once: some of it waits, stalls, is late, died or says nothing; a third are
 * children. Its silence lasts an hour, so that nothing of it has to beat; the dead have a timeout that is over at once.
 */
export async function seedFleet(client: Client, { sessions, ownerId, ended = false, prefix = 'seed' }: Seed) {
  await client`
    with n as (
      select n, case when n % ${notable} < ${states.length} then (${[...states]}::text[])[1 + n % ${notable}] else 'alive' end as state,
        case when n % 6 >= 4 then 'actor-' || (n - n % 6) end as parent,
        (array['api rate limits', 'flaky login test', 'billing migration', 'docs sweep', 'search ranking', 'upgrade fastify', 'cache invalidation',
          'a11y pass on settings', 'nightly dependency scan', 'old importer', 'invoice rounding', 'tax table', 'retry budget'])[1 + abs(hashint4(n) % 13)] as title,
        abs(hashint4(n * 7) % 1000000007) as dice
      from generate_series(1, ${sessions}::int) n
    ), made as (
      insert into sessions (id, name, workspace, thread, thread_id, status, provider, model, harness, native_actor_key, native_parent_actor_key,
        host_id, hostname, pid, worktree_path, labels, stall_ms, last_progress_at, activity, waiting_for, started_at, completed_at, registered_by, owner_id)
      select ${prefix} || '-' || lpad(n::text, 7, '0'), title || ' ' || n, (array['shop-api', 'shop-web', 'infra'])[1 + (n - n % 6) / 6 % 3], 'feature/' || replace(title, ' ', '-') || '-' || n,
        gen_random_uuid(), case when ${ended} then 'complete' else 'active' end,
        (array['anthropic', 'openai', 'google', 'moonshot'])[1 + n % 4], (array['opus 5', 'gpt-5.4', '3.5 pro', 'kimi k3'])[1 + n % 4],
        (array['claude-code', 'codex', 'gemini', 'opencode'])[1 + n % 4], case when n % 6 < 4 then 'actor-' || n end, parent,
        'host-' || dice % 40, 'build-' || dice % 40, 1000 + n, '/srv/work/' || n, jsonb_build_object('team', (array['web', 'core', 'data'])[1 + n % 3]),
        case when state = 'stalled' then 600000 else 86400000 end,
        clock_timestamp() - case when state = 'stalled' then interval '14 min' when state = 'waiting' then dice % 1800 * interval '1 s' else dice % 60 * interval '1 s' end,
        (array['Bash · npm test', 'Edit · db/schema/invoices.ts', 'Read · server/search/score.ts', 'Grep · createInvoice(', 'Write · invoices.pg.test.ts'])[1 + dice % 5],
        case when state = 'waiting' then 'permission to run git push --force-with-lease' end,
        clock_timestamp() - (60 + dice % 20000) * interval '1 s', case when ${ended} then clock_timestamp() - interval '1 day' end, 'token seed', ${ownerId ?? null}
      from n returning id, name, workspace, thread
    ), beats as (
      insert into session_beats (session_id, last_beat_at, beats, timeout_ms, open)
      select ${prefix} || '-' || lpad(n::text, 7, '0'),
        case state when 'unknown' then null when 'dead' then clock_timestamp() - interval '2 min' when 'quiet' then clock_timestamp() - interval '35 min' else clock_timestamp() end,
        state <> 'unknown', case when state = 'dead' then 5000 else 3600000 end, not ${ended} from n
    ), usage as (
      insert into session_usage (session_id, source, input_tokens, output_tokens, cost_micro_usd, updated_at)
      select ${prefix} || '-' || lpad(n::text, 7, '0'), 'agent', dice % 2000000, dice % 90000, dice % 12000000, clock_timestamp() from n where state <> 'unknown'
    ), owned as (
      insert into threads (workspace, name, generation, reserved_at) select workspace, thread, 1 + abs(hashtext(id) % 40), clock_timestamp() from made returning id, workspace, name, generation
    )
    insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at, released_at, released_as)
    select t.id, m.id, m.name, t.generation, 'seed', clock_timestamp(), case when ${ended} then clock_timestamp() end, case when ${ended} then 'complete' end
    from owned t join made m on m.workspace = t.workspace and m.thread = t.name`
  // As if all of it had been told already: the first sweep would else announce every one.
  await client`update sessions s set announced_state = j.reason || coalesce(' ' || j.progress, '') from session_judged j where j.id = s.id and s.id like ${`${prefix}-%`}`
  await client`analyze sessions, session_beats, session_usage, threads, reservations`
}
