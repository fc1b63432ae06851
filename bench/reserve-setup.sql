drop table if exists b_threads, b_sessions, b_reservations, b_changes, b_beats, b_processes, b_events cascade;
create table b_threads (workspace text, name text, generation bigint not null default 0, primary key (workspace, name)) with (fillfactor = 70);
create table b_sessions (id text primary key, workspace text, thread text, status text not null default 'active', started_at timestamptz default now());
create table b_reservations (id text primary key, workspace text, thread text, session_id text, generation bigint, token_hash bytea, status text default 'active', reserved_at timestamptz default now());
create unique index on b_reservations (workspace, thread) where status = 'active';
create table b_changes (id bigserial primary key, xid xid8 default pg_current_xact_id(), topic text, body jsonb);
