-- What reserving a free thread for a new session and releasing it writes, statement by statement.
\set n random(1, 1000000000)
\set r random(1, 9000000000000000)
begin;
insert into threads (workspace, name) values ('bench', 'pgbench/' || :n::text || '/' || :r::text) on conflict do nothing;
select id as thread, generation from threads where workspace = 'bench' and name = 'pgbench/' || :n::text || '/' || :r::text for update \gset
select count(*) as owners from reservations where thread_id = :thread::uuid and released_at is null \gset
update threads set generation = generation + 1, version = version + 1, reserved_at = clock_timestamp() where id = :thread::uuid;
insert into sessions (id, name, workspace, thread, thread_id, stall_ms, started_at, last_progress_at, registered_by, harness, announced_state)
  values ('agent-' || :r::text, 'bench', 'bench', 'pgbench/' || :n::text || '/' || :r::text, :thread::uuid, 600000, clock_timestamp(), clock_timestamp(), 'token bench', 'bench', 'heartbeat progressing');
insert into session_beats (session_id, beats, timeout_ms, last_beat_at) values ('agent-' || :r::text, true, 45000, clock_timestamp());
insert into reservations (thread_id, session_id, session_name, generation, token_hash, reserved_at)
  values (:thread::uuid, 'agent-' || :r::text, 'bench', 1, md5(:r::text), clock_timestamp());
insert into session_timeline (session_id, happened_at, kind, subject) values ('agent-' || :r::text, clock_timestamp(), 'registered', 'pgbench');
insert into session_timeline (session_id, happened_at, kind, subject) values ('agent-' || :r::text, clock_timestamp(), 'reserved', 'pgbench');
insert into changes (topic, entity, version, workspace, body) select 'session', v.id, v.version, v.workspace, to_json(v) from session_view v where v.id = 'agent-' || :r::text;
insert into changes (topic, entity, version, workspace, body) select 'thread', v.id::text, v.version, v.workspace, to_json(v) from thread_view v where v.id = :thread::uuid;
commit;
begin;
select t.id as held, r.token_hash as hash from reservations r join threads t on t.id = r.thread_id where r.session_id = 'agent-' || :r::text and r.released_at is null for update of t \gset
select status from sessions where id = 'agent-' || :r::text for update;
update session_beats set open = false where session_id = 'agent-' || :r::text;
update reservations set released_at = clock_timestamp(), released_as = 'complete', released_by = 'token bench' where session_id = 'agent-' || :r::text and released_at is null;
update sessions set status = 'complete', completed_at = clock_timestamp(), ended_by = 'token bench', version = version + 1, announced_state = 'ended' where id = 'agent-' || :r::text;
update threads set version = version + 1 where id = :thread::uuid;
insert into session_timeline (session_id, happened_at, kind, subject, actor) values ('agent-' || :r::text, clock_timestamp(), 'ended', 'complete', 'token bench');
insert into changes (topic, entity, version, workspace, body) select 'session', v.id, v.version, v.workspace, to_json(v) from session_view v where v.id = 'agent-' || :r::text;
insert into changes (topic, entity, version, workspace, body) select 'thread', v.id::text, v.version, v.workspace, to_json(v) from thread_view v where v.id = :thread::uuid;
insert into audit (actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, workspace, before, after)
  values ('token', 'bench', 'bench', 'session.ended', 'session', 'agent-' || :r::text, 'bench', 'bench', '{"status": "active"}', '{"status": "complete"}');
insert into changes (topic, entity, version, workspace, body) select 'audit', :r::text, 1, 'bench', to_json(a) from audit a where a.target_id = 'agent-' || :r::text limit 1;
select count(*) as waiting from thread_waiters where thread_id = :thread::uuid \gset
commit;
