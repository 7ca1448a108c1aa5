-- How a client is reached: what was shown to be theirs, every change of it, and which letters they take.

alter table client add column secondary_email text check (secondary_email = lower(secondary_email) and length(secondary_email) <= 254);

-- A PIN that was sent there came back. The address or number that counts is the client's row's own.
create table contact_proof (
  client_id integer not null references client,
  what text not null check (what in ('email', 'mobile', 'secondary_email')),
  value text not null check (length(value) <= 254),
  at timestamptz not null,
  primary key (client_id, what, value)
);

-- What identity hangs on, each time that it changed: money waits longer before it goes anywhere new.
create table identity_change (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  what text not null check (what in ('email', 'mobile', 'secondary_email', 'password_reset')),
  value_before text,
  value_after text,
  at timestamptz not null
);
create index identity_change_client on identity_change (client_id, at);

-- What a client takes of what the broker sends beside what it must. Without a row what ships counts.
create table mail_subscription (
  client_id integer not null references client,
  topic text not null check (length(topic) <= 40),
  is_on boolean not null,
  at timestamptz not null,
  primary key (client_id, topic)
);

grant select, insert on contact_proof, identity_change to atrium_app;
grant select, insert, update on mail_subscription to atrium_app;
