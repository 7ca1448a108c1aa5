-- Pictures of trades that clients have had made to be shown to others: whoever has the address sees one, until it expires.
create table trade_picture (
  id uuid primary key,
  client_id integer not null references client (id),
  server text not null,
  -- The closing deal of the trade.
  ticket text not null,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (server, ticket, language)
);
create index trade_picture_expiry on trade_picture (expires_at);

grant select, insert, update, delete on trade_picture to atrium_app;
