-- The second factors of clients: an authenticator app, and the codes for who has lost it.
create table client_totp (
  client_id integer primary key references client,
  -- Encrypted.
  secret text not null,
  -- The step of time whose code was taken last; empty while no code of the app was given.
  step bigint,
  begun_at timestamptz not null,
  confirmed_at timestamptz
);

create table client_recovery_code (
  client_id integer not null references client,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (client_id, code_hash)
);

grant select, insert, update, delete on client_totp, client_recovery_code to atrium_app;
