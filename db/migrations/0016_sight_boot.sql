-- Which boot a host is in (LIV-2). Here and not in the verbs, because sessions come to be by statements of several kinds.

-- The first sight of a boot makes it the current one, and an earlier one never returns. Without a speaker it is an agent's
-- word, which counts while nobody speaks for the host. 'rebooted': sessions of the boot before are dead from now on.
create function sight_boot(sighted_host text, sighted_boot text, its_name text, speaker text) returns text language plpgsql as $$
declare
  host hosts;
  is_first boolean;
begin
  if exists (
    select from hosts where id = sighted_host and boot_id = sighted_boot
      and (speaker is null or (vouched_by is not null and seen_at > clock_timestamp() - interval '30 s'))
  ) then return 'current'; end if;

  insert into hosts (id, hostname, seen_at) values (sighted_host, its_name, clock_timestamp()) on conflict (id) do nothing;
  select * into host from hosts where id = sighted_host for update;
  if speaker is null and host.vouched_by is not null then return 'unproven'; end if;

  insert into host_boots (host_id, boot_id, first_seen_at) values (sighted_host, sighted_boot, clock_timestamp())
  on conflict (host_id, boot_id) do nothing;
  -- What agents said before somebody spoke for the host may have been wrong, also that a boot was an earlier one.
  is_first := found or (speaker is not null and host.vouched_by is null);
  if host.boot_id <> sighted_boot and not is_first then return 'stale'; end if;

  update hosts set hostname = coalesce(its_name, hostname), vouched_by = coalesce(vouched_by, speaker), seen_at = clock_timestamp(),
    boot_since = case when boot_id = sighted_boot then boot_since else clock_timestamp() end, boot_id = sighted_boot
  where id = sighted_host;
  if host.boot_id = sighted_boot then return 'current'; end if;
  -- What its sessions say of other boots is from before this one: nobody spoke for those, but they are over.
  insert into host_boots (host_id, boot_id, first_seen_at)
  select distinct sighted_host, boot_id, clock_timestamp() from sessions
  where host_id = sighted_host and status = 'active' and boot_id <> sighted_boot
  on conflict (host_id, boot_id) do nothing;
  return case when host.boot_id is null then 'current' else 'rebooted' end;
end $$;
--> statement-breakpoint

create function sight_boot_of_session() returns trigger language plpgsql as $$
begin
  perform sight_boot(new.host_id, new.boot_id, new.hostname, null);
  return null;
end $$;
--> statement-breakpoint

create trigger sessions_name_boot after insert or update of host_id, boot_id on sessions
for each row when (new.status = 'active' and new.host_id is not null and new.boot_id is not null) execute function sight_boot_of_session();
