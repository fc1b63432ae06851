drop table if exists b_beats;
create table b_beats (id int primary key, beat_at timestamptz not null default now()) with (fillfactor = 50);
insert into b_beats select g from generate_series(1, 10000) g;
