-- Strategies that their providers want closed while others follow them: the desk decides, for every follow ends with it.
create table strategy_archive (
  id integer generated always as identity primary key,
  strategy_id integer not null references strategy,
  status text not null check (status in ('waiting', 'approved', 'declined')),
  -- One of the listed reasons, where it was declined.
  reason text,
  -- Application time.
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((status = 'waiting') = (decided_at is null)),
  check ((status = 'declined') = (reason is not null))
);
create unique index strategy_archive_waiting on strategy_archive (strategy_id) where status = 'waiting';
create index strategy_archive_strategy on strategy_archive (strategy_id, id);

grant select, insert on strategy_archive to atrium_app;
grant update (status, reason, decided_at, decided_by) on strategy_archive to atrium_app;
