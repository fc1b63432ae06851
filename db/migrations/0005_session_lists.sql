-- A list looks up beats and usage of the rows it shows only: a left join and a subselect that nobody reads cost nothing.

drop view session_view;
--> statement-breakpoint
alter table sessions alter column probe_confidence set data type double precision using probe_confidence::text::float8;
--> statement-breakpoint
create index sessions_thread_newest on sessions (thread, started_at desc, id collate "C" desc);
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
    'verdict', v.verdict,
    'reason', case v.verdict
      when 'alive' then 'heartbeat' when 'quiet' then 'late' when 'dead' then 'heartbeat_expired'
      when 'unknown' then 'no_evidence' else 'ended' end,
    'since', case v.verdict
      when 'alive' then b.last_beat_at
      when 'quiet' then b.last_beat_at + b.timeout_ms * interval '0.5 ms'
      when 'dead' then b.last_beat_at + b.timeout_ms * interval '1 ms'
      when 'ended' then s.completed_at end
  ) as liveness,
  session_progress(v.verdict, s.waiting_for, s.last_progress_at, s.stall_ms, t.now) as progress,
  s.edit_count as "editCount",
  s.started_at as "startedAt",
  s.completed_at as "completedAt",
  s.ended_by as "endedBy",
  s.end_reason as "endReason",
  s.registered_by as "registeredBy"
from sessions s
left join session_beats b on b.session_id = s.id
cross join lateral (select clock_timestamp() as now offset 0) t
cross join lateral (select session_verdict(s.status, b.last_beat_at, b.timeout_ms, t.now) as verdict) v;
