-- How a client has set up the charts of the terminal, and what they have drawn over the candles of a symbol.
create table chart_layout (
  client_id integer primary key references client (id),
  layout jsonb not null,
  changed_at timestamptz not null
);

create table chart_figure (
  client_id integer not null references client (id),
  id uuid not null,
  platform text not null,
  symbol text not null,
  kind text not null,
  points jsonb not null,
  place integer generated always as identity,
  primary key (client_id, id)
);

create index on chart_figure (client_id, platform, symbol, place);

grant select, insert, update on chart_layout to atrium_app;
grant select, insert, update, delete on chart_figure to atrium_app;
