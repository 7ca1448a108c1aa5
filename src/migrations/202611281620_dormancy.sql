-- Approved clients who do nothing for long (12, and 66) become dormant (11): they are told before, and come back by a proof of who they are.

-- Those who may become it: when each was last known to do something, as it was when that was looked at.
create table dormancy_watch (
  client_id integer primary key references client on delete cascade,
  awake_at timestamptz not null,
  -- Not looked at before then, however long nothing was done.
  next_at timestamptz not null
);
create index dormancy_watch_due on dormancy_watch (awake_at, next_at);
grant select, insert, update, delete on dormancy_watch to atrium_app;

-- A row for each time: told, then dormant, then back. Application time.
create table client_dormancy (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  from_status integer not null,
  -- The last thing that was known to be done.
  idle_since timestamptz not null,
  announced_at timestamptz not null,
  sleeps_at timestamptz not null,
  -- When it is looked at again whether nothing has been done since.
  next_at timestamptz not null,
  slept_at timestamptz,
  -- Called off, or back; the status that followed.
  ended_at timestamptz,
  to_status integer
);
create unique index client_dormancy_open on client_dormancy (client_id) where ended_at is null;
create index client_dormancy_client on client_dormancy (client_id, id);
create index client_dormancy_due on client_dormancy (next_at) where slept_at is null and ended_at is null;
grant select, insert, update on client_dormancy to atrium_app;

-- Whoever is approved, or is so again, is counted from then on.
create function watch_dormancy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment timestamptz := now() + make_interval(secs => coalesce((select offset_seconds from application_clock), 0));
begin
  if new.status_id in (12, 66) then
    insert into dormancy_watch values (new.id, moment, moment) on conflict do nothing;
  else
    delete from dormancy_watch where client_id = new.id;
  end if;
  -- Who was given another status has not to come back to an older one; whoever is only frozen (14) is dormant again afterwards.
  if new.status_id not in (11, 14) then
    update client_dormancy set ended_at = moment, to_status = new.status_id
     where client_id = new.id and slept_at is not null and ended_at is null;
  end if;
  return null;
end $$;
create trigger watched_for_dormancy after insert or update of status_id on client for each row execute function watch_dormancy();

-- Who signs in and was told is looked at at once. Whoever is looked at right now is waited for by nobody.
create function look_at_announced() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_dormancy set next_at = announced_at where id = (
    select id from client_dormancy where client_id = new.client_id and slept_at is null and ended_at is null
      for update skip locked);
  return null;
end $$;
create trigger announced_signs_in after insert on session for each row execute function look_at_announced();

-- Who is approved today is counted from today on, so that nobody is told of long ago on the day of the upgrade.
insert into dormancy_watch
  select c.id, t.at, t.at from client c,
    (select now() + make_interval(secs => coalesce((select offset_seconds from application_clock), 0)) as at) t
   where c.status_id in (12, 66);

-- After coming back money waits before it goes anywhere new, as after another password.
alter table identity_change drop constraint identity_change_what_check,
  add constraint identity_change_what_check
    check (what in ('email', 'mobile', 'secondary_email', 'password_reset', 'password_change', 'waking'));
