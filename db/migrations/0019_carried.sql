CREATE INDEX "session_beats_carried" ON "session_beats" USING btree ("connection_process") WHERE connection_id is not null;
--> statement-breakpoint
-- Whether silence has lasted longer than the timeout. The verdict and the beat that ends the silence ask the same (LIV-6, LIV-9).
create function beat_expired(last_beat_at timestamptz, timeout_ms integer, received_since timestamptz, at timestamptz)
returns boolean language sql immutable parallel safe as $$
  select last_beat_at is not null and at - greatest(last_beat_at, received_since) > timeout_ms * interval '1 ms'
$$;
--> statement-breakpoint
-- Half of each page is free, so that a batch that beats every row of it still finds room for all: HOT.
alter table session_beats set (fillfactor = 50);
--> statement-breakpoint

create or replace function judge_session(
  status text, completed_at timestamptz, boot_id text, current_boot_id text, boot_since timestamptz,
  gone_reason text, gone_at timestamptz, seen_at timestamptz,
  last_beat_at timestamptz, timeout_ms integer, disconnected_at timestamptz, received_since timestamptz, at timestamptz
) returns table (verdict text, reason text, since timestamptz) language sql immutable parallel safe as $$
  select
    case r.reason
      when 'ended' then 'ended'
      when 'heartbeat' then 'alive' when 'process_seen' then 'alive'
      when 'late' then 'quiet' when 'disconnected' then 'quiet'
      when 'no_evidence' then 'unknown'
      else 'dead' end,
    r.reason,
    case r.reason
      when 'ended' then completed_at
      when 'heartbeat' then last_beat_at
      when 'process_seen' then seen_at
      when 'late' then last_beat_at + timeout_ms * interval '0.5 ms'
      when 'disconnected' then disconnected_at
      when 'heartbeat_expired' then greatest(last_beat_at, received_since) + timeout_ms * interval '1 ms'
      when 'host_rebooted' then boot_since
      when 'no_evidence' then null
      else gone_at end
  from (select case
    when status <> 'active' then 'ended'
    when boot_id <> current_boot_id then 'host_rebooted'
    when gone_reason is not null then gone_reason
    when last_beat_at is not null then case
      when beat_expired(last_beat_at, timeout_ms, received_since, at) then 'heartbeat_expired'
      when disconnected_at >= last_beat_at then 'disconnected'
      when at - last_beat_at >= timeout_ms * interval '0.5 ms' then 'late'
      else 'heartbeat' end
    when at - seen_at <= timeout_ms * interval '1 ms' then 'process_seen'
    else 'no_evidence' end as reason) r
$$;
--> statement-breakpoint

-- Volatile, so that it reads the row as it is now: a statement that waited for a lock would judge by how it was before.
create function received_since_as_of(at timestamptz) returns timestamptz language sql volatile as $$
  select received_since(q.since, q.touched_at, at) from reception q
$$;
--> statement-breakpoint

-- How many died of silence within their last timeout, and were not looked at by a person since (LIV-10).
create function silent_deaths() returns table (dead integer, active integer, longest_ms integer) language sql volatile as $$
  select (count(*) filter (where j.recent))::int, count(*)::int, max(j.timeout_ms) filter (where j.recent)
  from (
    select j.timeout_ms, j.reason = 'heartbeat_expired' and j.judged_at - j.since <= j.timeout_ms * interval '1 ms'
      and (b.cleared_at is null or j.since > b.cleared_at) as recent
    from session_judged j cross join breaker b where j.status = 'active'
  ) j
$$;
--> statement-breakpoint

create function too_many_died(dead integer, active integer) returns boolean language sql immutable parallel safe as $$
  select dead >= 5 and dead * 2 >= active
$$;
--> statement-breakpoint

-- Also when no sweep has noticed it yet.
create function breaker_holds() returns boolean language sql volatile as $$
  select case when b.holds_until > clock_timestamp() then true
    else (select too_many_died(d.dead, d.active) from silent_deaths() d) end
  from breaker b
$$;
