-- What a session holds stands in its row: lists and change rows say who blocks which thread.

create or replace view session_view as
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
  s.registered_by as "registeredBy",
  (
    select coalesce(jsonb_agg(jsonb_build_object('thread', held.name, 'generation', r.generation) order by held.name collate "C"), '[]')
    from reservations r join threads held on held.id = r.thread_id where r.session_id = s.id and r.released_at is null
  ) as holds
from sessions s
left join session_beats b on b.session_id = s.id
left join process_sightings p on p.session_id = s.id
left join hosts h on h.id = s.host_id
left join host_boots e on e.host_id = s.host_id and e.boot_id = s.boot_id
cross join reception q
cross join lateral (select clock_timestamp() as now offset 0) t
cross join lateral judge_session(
  s.status, s.completed_at, s.boot_id, case when h.vouched_by is null or e.boot_id is not null then h.boot_id end, h.boot_since, p.gone_reason, p.gone_at, p.seen_at,
  b.last_beat_at, b.timeout_ms, b.disconnected_at, received_since(q.since, q.touched_at, t.now), t.now) j;
