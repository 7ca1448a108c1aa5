-- The symbols that a client keeps in their own list of the terminal, on each platform, in the order in which they were taken in.
create table watched_symbol (
  client_id integer not null references client (id),
  platform text not null,
  symbol text not null,
  place integer generated always as identity,
  primary key (client_id, platform, symbol)
);

grant select, insert, delete on watched_symbol to atrium_app;
