-- The end of a session, and a release that ends one, are one statement each: both are as hot as a reservation.

-- The one way in which a session ends. Its threads, those that it waits for, and its row are locked, and it is active. One
-- instant for all of it. What can be undone nobody else gets meanwhile; `given_on` is a thread that the caller gives away itself.
create function end_session(
  ended_id text, how text, why text, undo_ms integer, given_on uuid, act text, by_kind text, by_id text, by_name text
) returns json language plpgsql as $$
declare
  at timestamptz;
  undoable timestamptz;
  ended sessions;
  freed uuid[];
  left_lines uuid[];
  one uuid;
  body json;
begin
  -- A beat that comes after this touches no row (LIV-13).
  update session_beats set open = false where session_id = ended_id;
  at := clock_timestamp();
  undoable := case when undo_ms > 0 then at + undo_ms * interval '1 ms' end;
  update sessions set status = how, completed_at = at, ended_by = by_kind || ' ' || by_name, end_reason = why, undo_until = undoable, version = version + 1
  where id = ended_id returning * into ended;
  with f as (
    update reservations set released_at = at, released_as = how, released_by = by_kind || ' ' || by_name, release_reason = why, undo_until = undoable
    where session_id = ended_id and released_at is null returning thread_id)
  select coalesce(array_agg(thread_id), '{}') into freed from f;
  with l as (delete from thread_waiters where session_id = ended_id returning thread_id)
  select coalesce(array_agg(distinct thread_id), '{}') into left_lines from l;
  insert into session_timeline (session_id, happened_at, kind, subject, actor)
  values (ended_id, at, 'ended', how || coalesce(': ' || why, ''), by_kind || ' ' || by_name);
  body := announce_session(ended_id);
  for one in select id from threads where id = any(freed || left_lines) order by workspace collate "C", name collate "C" loop
    update threads set version = version + 1 where id = one;
    perform announce_thread(one);
    if undoable is null and one = any(freed) and one is distinct from given_on then perform serve_line(one); end if;
  end loop;
  with written as (
    insert into audit (actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, workspace, reason, before, after)
    values (by_kind, by_id, by_name, act, 'session', ended_id, ended.name, ended.workspace, why, '{"status": "active"}', jsonb_build_object('status', how))
    returning id, audit.at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", action, target_kind as "targetKind",
      target_id as "targetId", target_name as "targetName", workspace, reason, before, after)
  insert into changes (topic, entity, version, workspace, body) select 'audit', id::text, 1, workspace, to_json(written) from written;
  return body;
end $$;
--> statement-breakpoint

-- The common path of a release. No row: something is to be looked at, or refused, by a transaction, and nothing was changed.
-- The token is compared as a hash: how far an equal beginning of hashes reaches says nothing of the token.
create function release_reservation(
  asked uuid, asked_hash text, asked_generation bigint, how text, why text, keeps_session boolean, new_anchor text,
  only_workspace text, only_session text, only_owner text, by_kind text, by_id text, by_name text
) returns table (thread json, session json) language plpgsql as $$
#variable_conflict use_column
declare
  r reservations;
begin
  select * into r from reservations where id = asked and released_at is null and token_hash = asked_hash;
  if not found then return; end if;
  perform from threads where id = r.thread_id for update;
  perform from sessions
  where id = r.session_id and status = 'active' and (only_owner is null or owner_id = only_owner)
    and (only_session is null or id = only_session) and (only_workspace is null or workspace = only_workspace) for update;
  if not found then return; end if;
  -- Again, now that nobody else can change it.
  perform from reservations where id = asked and released_at is null and token_hash = asked_hash and (asked_generation is null or generation = asked_generation);
  if not found then return; end if;
  if not keeps_session and (
    exists (select from reservations o where o.session_id = r.session_id and o.released_at is null and o.id <> asked)
    or exists (select from thread_waiters w where w.session_id = r.session_id)
  ) then return; end if;
  if new_anchor is not null then update threads set anchor = new_anchor where id = r.thread_id; end if;
  if keeps_session then
    update reservations set released_at = clock_timestamp(), released_as = how, released_by = by_kind || ' ' || by_name, release_reason = why where id = asked;
    update sessions set version = version + 1 where id = r.session_id;
    insert into session_timeline (session_id, happened_at, kind, subject)
    select r.session_id, clock_timestamp(), 'released', name from threads where id = r.thread_id;
    session := announce_session(r.session_id);
    update threads set version = version + 1 where id = r.thread_id;
    perform announce_thread(r.thread_id);
    perform serve_line(r.thread_id);
  else
    session := end_session(r.session_id, how, why, 0, null, 'session.ended', by_kind, by_id, by_name);
  end if;
  select to_json(v) into thread from thread_view v where v.id = r.thread_id;
  return next;
end $$;
