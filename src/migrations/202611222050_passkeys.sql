-- Passkeys of clients (WebAuthn), and the challenges that are out: each is answered once.
create table client_passkey (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  counter bigint not null,
  -- As the browser said how it is reached.
  transports text[] not null,
  name text not null check (length(name) <= 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index client_passkey_of on client_passkey (client_id, id);

create table passkey_challenge (
  challenge text primary key check (length(challenge) <= 100),
  client_id integer not null references client,
  purpose text not null check (purpose in ('add', 'prove')),
  expires_at timestamptz not null
);
create index passkey_challenge_of on passkey_challenge (client_id, expires_at);

grant select, insert, update, delete on client_passkey, passkey_challenge to atrium_app;
