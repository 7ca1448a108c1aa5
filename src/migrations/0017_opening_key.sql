-- Which account a client's Idempotency-Key opened: a call that is repeated after its process died finds it again.
create table opening_key (
  client_id integer not null references client,
  key text not null check (length(key) <= 255),
  number integer not null references trading_account (number),
  primary key (client_id, key)
);
grant select, insert, update on opening_key to atrium_app;
