-- Lists of persons under sanctions and of politically exposed ones, and whom of the clients they may name.

-- A list as it is known now: which file was read last, and when somebody last looked.
create table watchlist (
  list text primary key check (length(list) <= 60),
  digest text,
  mark text,
  checked_at timestamptz not null,
  -- Why the last look brought nothing; null when it did.
  failure text check (length(failure) <= 400)
);

-- Each file that was imported. Clients are screened against what it brought, from the first to the last.
create table watchlist_version (
  id integer generated always as identity primary key,
  list text not null references watchlist,
  digest text not null,
  published_at text,
  entries integer not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  imported_at timestamptz not null,
  -- Up to which entry of it all clients were compared with it, and when with the last.
  screened_to integer not null default 0,
  screened_at timestamptz
);
create index watchlist_version_list on watchlist_version (list, id);
create index watchlist_version_unscreened on watchlist_version (id) where screened_at is null;

create table watchlist_entry (
  id integer generated always as identity primary key,
  list text not null references watchlist,
  key text not null,
  kind text not null check (kind in ('sanctions', 'pep')),
  -- Of what it says: a hit is decided about one entry as it was.
  digest text not null,
  person jsonb not null,
  version_id integer not null references watchlist_version,
  removed_at timestamptz,
  unique (list, key)
);
create index watchlist_entry_version on watchlist_entry (version_id);

-- Under which keys an entry is found.
create table watchlist_key (
  key text not null,
  entry_id integer not null references watchlist_entry on delete cascade
);
create index watchlist_key_key on watchlist_key (key);
create index watchlist_key_entry on watchlist_key (entry_id);

-- Clients who are to be screened: new ones, and those whose name, country or date of birth has changed.
create table screening_due (
  client_id integer primary key references client on delete cascade,
  -- Grows with each change, so that one that comes while somebody screens is not lost.
  round bigint not null default 1
);

create table screening_hit (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  list text not null,
  entry_key text not null,
  kind text not null check (kind in ('sanctions', 'pep')),
  -- What was compared with what; the same two are never asked about again.
  entry_digest text not null,
  client_digest text not null,
  entry jsonb not null,
  typed jsonb not null,
  points integer not null,
  score jsonb not null,
  found_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'false_hit', 'true_hit', 'superseded', 'lifted')),
  reason_code text,
  decided_by text,
  decided_at timestamptz,
  -- The status that its client had before a true hit.
  from_status integer,
  unique (client_id, list, entry_key, entry_digest, client_digest)
);
create index screening_hit_client on screening_hit (client_id, id);

-- Set while a hit on a list of sanctions is open or true.
alter table client add column screening_hold boolean not null default false;

-- Whoever changes it: nobody has to remember.
create function screening_follow() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  about integer;
begin
  if tg_table_name = 'client' then about := new.id; else about := new.client_id; end if;
  insert into screening_due as d (client_id) values (about) on conflict (client_id) do update set round = d.round + 1;
  return null;
end $$;
create trigger screening_joined after insert on client for each row execute function screening_follow();
create trigger screening_renamed after update of first_name, last_name, country on client for each row
  when (old.first_name <> new.first_name or old.last_name <> new.last_name or old.country <> new.country)
  execute function screening_follow();
create trigger screening_told after insert on enrolment for each row execute function screening_follow();
create trigger screening_updated after insert on enrolment_update for each row execute function screening_follow();
insert into screening_due (client_id) select id from client;

grant select, insert, update on watchlist, watchlist_version, watchlist_entry to atrium_app;
grant select, insert, delete on watchlist_key to atrium_app;
grant select, insert, update, delete on screening_due to atrium_app;
grant select, insert on screening_hit to atrium_app;
grant update (status, reason_code, decided_by, decided_at, from_status) on screening_hit to atrium_app;
