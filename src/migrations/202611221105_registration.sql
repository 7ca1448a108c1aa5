-- Sign-up: what was typed until the e-mail is confirmed, from where a client came, and what clients have in common.

-- A sign-up that is under way. It ends as a client or runs out; its row goes with both.
create table registration (
  id integer generated always as identity primary key,
  -- Of the cookie of the browser that began it, and of the link in its letter.
  secret_hash bytea not null unique,
  link_hash bytea not null unique,
  email text not null check (email = lower(email) and length(email) <= 254),
  country text not null check (country ~ '^[A-Z]{2}$'),
  mobile_phone text not null check (length(mobile_phone) <= 33),
  password_hash text not null,
  language text not null,
  terms_version integer not null check (terms_version > 0),
  agent_id text check (agent_id ~ '^\d{4,10}$'),
  campaign jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_expiry on registration (expires_at);

-- How a client came to us, as it was told at sign-up: kept for good.
create table client_origin (
  client_id integer primary key references client,
  -- How the e-mail was confirmed.
  confirmed_by text not null check (confirmed_by in ('code', 'link')),
  address text not null,
  agent text not null check (length(agent) <= 400),
  language text not null,
  agent_id text,
  campaign jsonb not null default '{}',
  at timestamptz not null
);

-- What two records of one human being would have in common, each written alike however it was typed.
create table identity_trait (
  client_id integer not null references client,
  kind text not null check (kind in ('email', 'phone', 'name_birth', 'document')),
  value text not null check (length(value) between 1 and 300),
  at timestamptz not null,
  primary key (client_id, kind, value)
);
create index identity_trait_value on identity_trait (kind, value);

-- Two clients that have something in common: what a member of staff decides about them.
create table duplicate_finding (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  -- The one that was there before.
  other_id integer not null references client,
  kinds text[] not null,
  found_at timestamptz not null,
  decision text check (decision in ('same_person', 'different_persons')),
  decided_at timestamptz,
  unique (client_id, other_id),
  check (client_id <> other_id)
);
create index duplicate_finding_other on duplicate_finding (other_id);

grant select, insert, update, delete on registration to atrium_app;
grant select, insert on client_origin to atrium_app;
grant select, insert, delete on identity_trait to atrium_app;
grant select, insert, update on duplicate_finding to atrium_app;
