-- The picture that a client has of themselves in the portal; the one before is forgotten.
create table client_picture (
  client_id integer primary key references client,
  file_id uuid not null unique references stored_file,
  -- Application time.
  at timestamptz not null
);

grant select, insert, update, delete on client_picture to atrium_app;
