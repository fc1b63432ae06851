DROP INDEX "threads_newest";--> statement-breakpoint
ALTER TABLE "thread_waiters" ADD COLUMN "checks_anchor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "thread_waiters" ADD COLUMN "drifted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "threads_newest" ON "threads" USING btree (coalesce(reserved_at, '-infinity') desc,"id" DESC NULLS LAST);--> statement-breakpoint

-- A reservation of a free thread is one statement: these functions are its parts, and whoever frees a thread serves its
-- line by the same. The order of locks is that of ARCHITECTURE.md: thread, session, beat row.

-- The row of a session and what hangs off it from its birth. `made` has the names of the columns, its thread's too.
create function make_session(made jsonb) returns void language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
begin
  insert into sessions (
    id, name, workspace, thread, thread_id, client_instance_id, native_actor_key, native_parent_actor_key, native_instance_key,
    external_session_id, provider, model, harness, thinking_level, host_id, hostname, pid, process_start_time, boot_id,
    worktree_path, execution_root, base_state, anchor_state, anchor_root, attach_reason, attach_precedence, winning_attach_rule,
    probe_source, probe_confidence, report_flush_state, labels, stall_ms, registered_by, owner_id, secret_hash,
    started_at, last_progress_at, announced_state)
  select
    id, name, workspace, thread, thread_id, client_instance_id, native_actor_key, native_parent_actor_key, native_instance_key,
    external_session_id, provider, model, harness, thinking_level, host_id, hostname, pid, process_start_time, boot_id,
    worktree_path, execution_root, base_state, anchor_state, anchor_root, attach_reason, coalesce(attach_precedence, '[]'), winning_attach_rule,
    probe_source, probe_confidence, report_flush_state, coalesce(labels, '{}'), stall_ms, registered_by, owner_id, secret_hash,
    at, at, case when (made ->> 'beats')::boolean then 'heartbeat progressing' else 'no_evidence' end
  from jsonb_populate_record(null::sessions, made)
  on conflict do nothing;
  -- An id that is taken: rolled back and tried again as another one.
  if not found then raise serialization_failure using message = 'this session id is taken'; end if;
  insert into session_beats (session_id, beats, timeout_ms, last_beat_at)
  values (made ->> 'id', (made ->> 'beats')::boolean, (made ->> 'timeout_ms')::integer, case when (made ->> 'beats')::boolean then at end);
  insert into session_timeline (session_id, happened_at, kind, subject) values (made ->> 'id', at, 'registered', made ->> 'thread');
end $$;
--> statement-breakpoint

-- Tells browsers how a session is now. Its row is locked and has its new version.
create function announce_session(told_id text) returns json language plpgsql as $$
declare
  body json;
  told_state text;
begin
  select to_json(v), (v.liveness ->> 'reason') || coalesce(' ' || v.progress, '') into body, told_state from session_view v where v.id = told_id;
  update sessions set announced_state = told_state where id = told_id and announced_state <> told_state;
  insert into changes (topic, entity, version, workspace, body)
  values ('session', told_id, (body ->> 'version')::bigint, body ->> 'workspace', body);
  return body;
end $$;
--> statement-breakpoint

-- Tells browsers how a thread is now, and who waits for it. Its row is locked and has its new version.
create function announce_thread(told_id uuid) returns json language plpgsql as $$
declare
  body json;
begin
  select to_json(v) into body from thread_view v where v.id = told_id;
  insert into changes (topic, entity, version, workspace, body)
  values ('thread', told_id::text, (body ->> 'version')::bigint, body ->> 'workspace', body);
  return body;
end $$;
--> statement-breakpoint

-- Whether somebody has it: an owner, or an operator who may still take its freeing back (OPS-6).
create function thread_is_taken(asked uuid) returns boolean language sql volatile as $$
  select exists (select from reservations where thread_id = asked and released_at is null)
    or exists (select from reservations where thread_id = asked and undo_until is not null and undo_until > clock_timestamp())
$$;
--> statement-breakpoint

-- Gives a locked, free thread to a locked, active session, or to one that is made here. The unique index stands behind it.
create function take_thread(taken uuid, taker text, new_session jsonb, new_token_hash text, new_anchor text)
returns table (reservation_id uuid, generation bigint, reserved_at timestamptz, session json, thread json) language plpgsql as $$
#variable_conflict use_column
declare
  t threads;
  taker_name text;
begin
  update threads set generation = generation + 1, version = version + 1, reserved_at = clock_timestamp() where id = taken returning * into t;
  if new_session is not null then
    perform make_session(new_session || jsonb_build_object('workspace', t.workspace, 'thread', t.name, 'thread_id', t.id));
    taker_name := new_session ->> 'name';
  else
    update sessions set version = version + 1 where id = taker returning name into taker_name;
  end if;
  insert into reservations (thread_id, session_id, session_name, generation, token_hash, anchor, reserved_at)
  values (taken, taker, taker_name, t.generation, new_token_hash, new_anchor, t.reserved_at) returning id into reservation_id;
  insert into session_timeline (session_id, happened_at, kind, subject) values (taker, t.reserved_at, 'reserved', t.name);
  generation := t.generation;
  reserved_at := t.reserved_at;
  session := announce_session(taker);
  thread := announce_thread(taken);
  return next;
end $$;
--> statement-breakpoint

-- The common path of a reservation, in one statement. `said`: 'reserved'; 'owned', by somebody who lives, as the thread
-- says; or 'look': something stands in the way that a transaction must look at, and nothing was changed.
create function reserve_free_thread(
  asked_workspace text, asked_name text, taker text, taker_owner text, new_session jsonb, new_token_hash text, new_anchor text,
  checks_anchor boolean, expected_anchor text
) returns table (said text, reservation_id uuid, thread_id uuid, generation bigint, reserved_at timestamptz, session json, thread json)
language plpgsql as $$
#variable_conflict use_column
declare
  t threads;
  made boolean := false;
  free boolean := false;
begin
  said := 'look';
  if asked_workspace is null then
    select workspace into asked_workspace from sessions where id = taker;
    if not found then
      return next;
      return;
    end if;
  end if;
  select * into t from threads where workspace = asked_workspace and name = asked_name;
  if found then
    -- Those who lose do not queue for the row: this instant's owner is who they are told.
    if not thread_is_taken(t.id) then
      select * into t from threads where id = t.id for update;
    end if;
  else
    insert into threads (workspace, name) values (asked_workspace, asked_name) on conflict do nothing returning * into t;
    made := found;
    if not made then
      select * into t from threads where workspace = asked_workspace and name = asked_name for update;
    end if;
  end if;
  thread_id := t.id;
  if thread_is_taken(t.id) then
    select to_json(v) into thread from thread_view v where v.id = t.id;
    if thread #>> '{owner,verdict}' <> 'dead' and thread #>> '{owner,sessionId}' is distinct from taker then said := 'owned'; end if;
    return next;
    return;
  end if;
  if made or not exists (select from thread_waiters w where w.thread_id = t.id and w.granted_reservation is null and w.lease_until > clock_timestamp()) then
    free := not checks_anchor or t.anchor is not distinct from expected_anchor;
  end if;
  if free and new_session is null then
    perform from sessions where id = taker and status = 'active' and owner_id = taker_owner and workspace = t.workspace for update;
    free := found;
  end if;
  if not free then
    if made then delete from threads where id = t.id; end if;
    return next;
    return;
  end if;
  select k.reservation_id, k.generation, k.reserved_at, k.session, k.thread
  into reservation_id, generation, reserved_at, session, thread from take_thread(t.id, taker, new_session, new_token_hash, new_anchor) k;
  said := 'reserved';
  return next;
end $$;
--> statement-breakpoint

-- Gives a locked thread that nobody has to the first in line who lives, and says whether it did. Who expected another anchor
-- is marked and passed over, so that its server tells it. A head that somebody else holds just now is not passed over: the
-- transaction is tried again, because to wait for that row could be out of the order of locks.
create function serve_line(freed uuid) returns boolean language plpgsql as $$
declare
  w thread_waiters;
  k record;
begin
  if thread_is_taken(freed) then return false; end if;
  loop
    select line.* into w
    from thread_waiters line left join session_judged j on j.id = line.session_id
    where line.thread_id = freed and line.granted_reservation is null and not line.drifted and line.lease_until > clock_timestamp()
      and (line.new_session is not null or (j.status = 'active' and j.verdict <> 'dead'))
    order by line.position limit 1;
    if not found then return false; end if;
    -- It may have left since, or its lease was not renewed.
    perform from thread_waiters where id = w.id and lease_until > clock_timestamp() for update;
    continue when not found;
    if w.checks_anchor and w.expected_anchor is distinct from (select anchor from threads where id = freed) then
      update thread_waiters set drifted = true where id = w.id;
      continue;
    end if;
    if w.new_session is null then
      perform from sessions where id = w.session_id and status = 'active' for update skip locked;
      if not found then raise serialization_failure using message = 'the next in line is being written to'; end if;
    end if;
    select * into k from take_thread(freed, w.session_id, w.new_session, w.token_hash, w.anchor);
    update thread_waiters set granted_reservation = k.reservation_id where id = w.id;
    return true;
  end loop;
end $$;
