-- The one verdict on a session (LIV-1), and what stands on it. Lists, sweeps and verbs alike take it from here.

drop view session_view;
--> statement-breakpoint
drop function session_verdict;
--> statement-breakpoint
alter table process_sightings set (fillfactor = 60);
--> statement-breakpoint
alter table reception set (fillfactor = 50);
--> statement-breakpoint
alter table server_processes set (fillfactor = 50);
--> statement-breakpoint
insert into reception (since, touched_at) values (clock_timestamp(), clock_timestamp());
--> statement-breakpoint
insert into breaker default values;
--> statement-breakpoint

-- Since when beats could be received without a gap. Not touched for five seconds: nobody can receive any now (LIV-9).
create function received_since(since timestamptz, touched_at timestamptz, at timestamptz)
returns timestamptz language sql immutable parallel safe as $$
  select case when at - touched_at > interval '5 s' then at else since end
$$;
--> statement-breakpoint

-- In the order of LIV-2. The instant comes from the evidence.
create function judge_session(
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
      when at - greatest(last_beat_at, received_since) > timeout_ms * interval '1 ms' then 'heartbeat_expired'
      when disconnected_at >= last_beat_at then 'disconnected'
      when at - last_beat_at >= timeout_ms * interval '0.5 ms' then 'late'
      else 'heartbeat' end
    when at - seen_at <= timeout_ms * interval '1 ms' then 'process_seen'
    else 'no_evidence' end as reason) r
$$;
--> statement-breakpoint

create view session_view as
select
  s.id,
  s.version,
  s.name,
  s.workspace,
  s.thread,
  s.thread_id as "threadId",
  s.status,
  s.client_instance_id as "clientInstanceId",
  s.native_actor_key as "nativeActorKey",
  s.native_parent_actor_key as "nativeParentActorKey",
  s.native_instance_key as "nativeInstanceKey",
  s.external_session_id as "externalSessionId",
  s.provider,
  s.model,
  s.harness,
  s.thinking_level as "thinkingLevel",
  s.host_id as "hostId",
  s.hostname,
  s.pid,
  s.process_start_time as "processStartTime",
  s.boot_id as "bootId",
  s.worktree_path as "worktreePath",
  s.execution_root as "executionRoot",
  s.base_state as "baseState",
  s.anchor_state as "anchorState",
  s.anchor_root as "anchorRoot",
  s.attach_reason as "attachReason",
  s.attach_precedence as "attachPrecedence",
  s.winning_attach_rule as "winningAttachRule",
  s.probe_source as "probeSource",
  s.probe_confidence as "probeConfidence",
  s.report_flush_state as "reportFlushState",
  s.labels,
  -- One source is shown, not their sum: the furthest one, so that a total never falls.
  (
    select jsonb_build_object(
      'inputTokens', max(input_tokens), 'outputTokens', max(output_tokens), 'reasoningTokens', max(reasoning_tokens),
      'cacheReadTokens', max(cache_read_tokens), 'cacheWriteTokens', max(cache_write_tokens),
      'toolCalls', max(tool_calls), 'costMicroUsd', max(cost_micro_usd))
    from session_usage where session_id = s.id
  ) as usage,
  b.beats,
  b.timeout_ms as "timeoutMs",
  s.stall_ms as "stallMs",
  b.last_beat_at as "lastBeatAt",
  s.last_progress_at as "lastProgressAt",
  s.activity,
  s.waiting_for as "waitingFor",
  jsonb_build_object(
    'verdict', j.verdict, 'reason', j.reason, 'since', j.since,
    'connected', b.connection_id is not null, 'processSeenAt', p.seen_at, 'life', coalesce(b.life, 1)
  ) as liveness,
  session_progress(j.verdict, s.waiting_for, s.last_progress_at, s.stall_ms, t.now) as progress,
  s.edit_count as "editCount",
  s.started_at as "startedAt",
  s.completed_at as "completedAt",
  s.ended_by as "endedBy",
  s.end_reason as "endReason",
  case when s.undo_until > t.now then s.undo_until end as "undoUntil",
  s.registered_by as "registeredBy"
from sessions s
left join session_beats b on b.session_id = s.id
left join process_sightings p on p.session_id = s.id
left join hosts h on h.id = s.host_id
cross join reception q
cross join lateral (select clock_timestamp() as now offset 0) t
cross join lateral judge_session(
  s.status, s.completed_at, s.boot_id, h.boot_id, h.boot_since, p.gone_reason, p.gone_at, p.seen_at,
  b.last_beat_at, b.timeout_ms, b.disconnected_at, received_since(q.since, q.touched_at, t.now), t.now) j;
--> statement-breakpoint

-- The verdict alone, for verbs that act on it: cheaper than the whole of a session.
create view session_judged as
select s.id, s.status, s.workspace, s.announced_state, b.timeout_ms, t.now as judged_at, j.verdict, j.reason, j.since,
  session_progress(j.verdict, s.waiting_for, s.last_progress_at, s.stall_ms, t.now) as progress
from sessions s
left join session_beats b on b.session_id = s.id
left join process_sightings p on p.session_id = s.id
left join hosts h on h.id = s.host_id
cross join reception q
cross join lateral (select clock_timestamp() as now offset 0) t
cross join lateral judge_session(
  s.status, s.completed_at, s.boot_id, h.boot_id, h.boot_since, p.gone_reason, p.gone_at, p.seen_at,
  b.last_beat_at, b.timeout_ms, b.disconnected_at, received_since(q.since, q.touched_at, t.now), t.now) j;
--> statement-breakpoint

-- What a thread looks like on the wire. An owner that an operator abandoned has it until the window to undo is over (OPS-6).
create view thread_view as
select
  t.id, t.version, t.workspace, t.name, t.generation, t.anchor, t.reserved_at as "reservedAt",
  (
    select jsonb_build_object(
      'sessionId', r.session_id, 'name', r.session_name, 'generation', r.generation, 'reservedAt', r.reserved_at,
      'status', coalesce(j.status, r.released_as, 'abandoned'), 'verdict', coalesce(j.verdict, 'ended'), 'reason', coalesce(j.reason, 'ended'),
      'since', j.since, 'progress', j.progress, 'refused', r.refused, 'undoUntil', r.undo_until)
    from reservations r left join session_judged j on j.id = r.session_id
    where r.thread_id = t.id and (r.released_at is null or r.undo_until > clock_timestamp())
    order by r.generation desc limit 1
  ) as owner,
  (select count(*)::int from thread_waiters w where w.thread_id = t.id and w.granted_reservation is null and w.lease_until > clock_timestamp()) as waiting
from threads t;
