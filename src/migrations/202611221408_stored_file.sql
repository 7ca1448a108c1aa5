-- Files that clients and staff send. `arriving`: on its way, or at a call that has not kept it yet; what stays so is forgotten by a
-- sweep. The bytes stand in the object store under `files/<id>`.
create table stored_file (
  id uuid primary key,
  client_id integer references client (id),
  staff_id integer,
  call text not null,
  state text not null check (state in ('arriving', 'kept')),
  kind text,
  bytes bigint check (bytes > 0),
  sha256 text,
  name text,
  -- What it is about, as `thing:id`.
  about text,
  -- Wall time.
  created_at timestamptz not null,
  check (state = 'arriving' or (kind is not null and bytes is not null and sha256 is not null and name is not null and about is not null))
);
create index stored_file_arriving on stored_file (created_at) where state = 'arriving';
create index stored_file_about on stored_file (about) where state = 'kept';
create index stored_file_client on stored_file (client_id) where state = 'kept';

grant select, insert, update, delete on stored_file to atrium_app;
