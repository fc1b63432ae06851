-- The common path of a reservation, in one statement. `said`: 'reserved'; 'owned', by somebody who lives, as the thread
-- says; or 'look': something stands in the way that a transaction must look at, and nothing was changed.
create or replace function reserve_free_thread(
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
    -- Whoever may not ask in this session's name is told that, not who has the thread.
    if new_session is null and not exists (select from sessions where id = taker and status = 'active' and owner_id = taker_owner and workspace = t.workspace) then
      return next;
      return;
    end if;
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
--> statement-breakpoint

-- A place at the end of the line of a thread that another has, in one statement: many may come at once, and the thread's row
-- is held meanwhile. No row: something must be looked at by a transaction, and nothing was changed.
create function enter_line(
  asked_workspace text, asked_name text, taker text, taker_owner text, new_session jsonb, new_token_hash text, new_anchor text,
  says_anchor boolean, said_anchor text, lease_ms integer
) returns table (id uuid, "threadId" uuid) language plpgsql as $$
#variable_conflict use_column
declare
  t threads;
  taker_name text := new_session ->> 'name';
begin
  select * into t from threads
  where workspace = coalesce(asked_workspace, (select s.workspace from sessions s where s.id = taker)) and name = asked_name for update;
  if not found or not thread_is_taken(t.id) then return; end if;
  if exists (select from reservations r where r.thread_id = t.id and r.released_at is null and r.session_id = taker) then return; end if;
  if new_session is null then
    select s.name into taker_name from sessions s
    where s.id = taker and s.status = 'active' and s.owner_id = taker_owner and s.workspace = t.workspace for update;
    if not found then return; end if;
  end if;
  "threadId" := t.id;
  insert into thread_waiters as w (thread_id, session_id, session_name, new_session, token_hash, anchor, checks_anchor, expected_anchor, waiting_since, lease_until)
  values (t.id, taker, taker_name, new_session, new_token_hash, new_anchor, says_anchor, said_anchor, clock_timestamp(), clock_timestamp() + lease_ms * interval '1 ms')
  returning w.id into id;
  update threads set version = version + 1 where threads.id = t.id;
  perform announce_thread(t.id);
  return next;
end $$;
--> statement-breakpoint

-- Gives up a place that was not served yet, and says whether it did.
create function leave_line(waiter uuid) returns boolean language plpgsql as $$
declare
  left_thread uuid;
begin
  perform from threads where id = (select thread_id from thread_waiters where id = waiter) for update;
  delete from thread_waiters where id = waiter and granted_reservation is null returning thread_id into left_thread;
  if left_thread is null then return false; end if;
  update threads set version = version + 1 where id = left_thread;
  perform announce_thread(left_thread);
  return true;
end $$;
