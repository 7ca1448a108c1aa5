-- Whom a captcha is good for: with the action, what it was asked for (a PIN has both in subject and action).
alter table challenge add column about text check (length(about) <= 300);

-- Browsers that a client has signed in from, by the hash of the secret in their cookie: strangers who guess at the client
-- from elsewhere do not keep these out.
create table known_device (
  secret_hash bytea not null,
  client_id integer not null references client,
  used_at timestamptz not null,
  primary key (secret_hash, client_id)
);
create index known_device_client on known_device (client_id, used_at);

grant select, insert, update, delete on known_device to atrium_app;
