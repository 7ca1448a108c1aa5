-- What clients exchange between their own accounts: the day's allowance is taken before the money moves.

create table exchange (
  remittance_id integer primary key,
  client_id integer not null,
  -- Of application time, UTC.
  day date not null,
  -- In US cents, at the reference rate of that moment.
  worth bigint not null check (worth >= 0)
);
create index exchange_of_day on exchange (client_id, day);

grant select, insert on exchange to atrium_app;
