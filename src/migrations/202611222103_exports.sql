-- Files that clients have asked for and that are written while nobody waits: tables too long for an answer.
create table export_file (
  id uuid primary key,
  client_id integer not null references client (id),
  kind text not null check (kind in ('transfers', 'statement')),
  -- What was asked for: filters of the list, or number and period.
  asked jsonb not null,
  format text not null check (format in ('pdf', 'csv', 'xlsx')),
  language text not null,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'ready', 'failed')),
  rows_done integer not null default 0,
  -- Null until it has been counted.
  rows_whole integer,
  attempts smallint not null default 0,
  -- Wall time: whoever writes it moves it on; past it another may.
  held_until timestamptz,
  file_name text,
  bytes bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index export_file_client on export_file (client_id, created_at desc);
create index export_file_open on export_file (created_at) where state in ('waiting', 'writing');
create index export_file_expiry on export_file (expires_at);

grant select, insert, update, delete on export_file to atrium_app;
