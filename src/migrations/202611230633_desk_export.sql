-- Lists of the desk that staff take along, written while nobody waits: as files of clients are, in a table of their own, so that a
-- program which knows only those leaves them alone.
create table desk_export (
  id uuid primary key,
  staff_id integer not null references staff (id),
  -- Which list, such as treasury.trial.
  list text not null,
  -- Its filters.
  asked jsonb not null,
  format text not null check (format in ('pdf', 'csv', 'xlsx')),
  -- Why it was taken along.
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'ready', 'failed')),
  rows_done integer not null default 0,
  -- Null until it has been counted, and where only writing it tells.
  rows_whole integer,
  attempts smallint not null default 0,
  -- Wall time: whoever writes it moves it on; past it another may.
  held_until timestamptz,
  file_name text,
  bytes bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index desk_export_staff on desk_export (staff_id, created_at desc);
create index desk_export_open on desk_export (created_at) where state in ('waiting', 'writing');
create index desk_export_expiry on desk_export (expires_at);

grant select, insert, update, delete on desk_export to atrium_app;
