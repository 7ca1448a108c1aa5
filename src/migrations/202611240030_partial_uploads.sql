-- Files that come in parts, so that one that was cut off goes on where it stopped. Each part is a file of its own in the store until the
-- whole is there and a call takes it; what nobody goes on with is forgotten by a sweep.
alter table stored_file
  drop constraint stored_file_state_check,
  add constraint stored_file_state_check check (state in ('arriving', 'part', 'kept'));

create table partial_upload (
  id uuid primary key,
  client_id integer not null references client (id),
  name text not null,
  -- What was announced: the whole has to be that.
  bytes integer not null check (bytes > 0),
  sha256 text not null,
  -- Wall time.
  created_at timestamptz not null
);
create index partial_upload_client on partial_upload (client_id);
create index partial_upload_created on partial_upload (created_at);

create table upload_part (
  upload_id uuid not null references partial_upload (id) on delete cascade,
  begins_at integer not null check (begins_at >= 0),
  bytes integer not null check (bytes > 0),
  file_id uuid not null unique references stored_file (id) on delete cascade,
  primary key (upload_id, begins_at)
);

grant select, insert, delete on partial_upload, upload_part to atrium_app;
-- Locked while a part is added.
grant update (name) on partial_upload to atrium_app;
