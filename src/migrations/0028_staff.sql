-- The broker's own people. None of them is a client: they sign in at the desk, by an address of theirs and what their role lets
-- them do.
create table staff (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('agent', 'compliance', 'finance', 'admin')),
  password_hash text not null,
  created_at timestamptz not null
);

grant select, insert, update on staff to atrium_app;
