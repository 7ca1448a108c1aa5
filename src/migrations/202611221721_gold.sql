-- A price of gold that is held for one client for a while: weight in tenths of a microgram, amounts in cents of US dollars.
create table gold_quote (
  id uuid primary key,
  client_id integer not null references client (id),
  company_id integer not null,
  side text not null check (side in ('buy', 'sell')),
  weight bigint not null check (weight > 0),
  metal bigint not null check (metal > 0),
  spread bigint not null check (spread >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total > 0),
  -- What the platform said of a troy ounce, and when (application time).
  bid text not null,
  ask text not null,
  price_at timestamptz not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (total = case side when 'buy' then metal + spread + tax else metal - spread end)
);
create index gold_quote_client on gold_quote (client_id);
-- What nobody has used is forgotten after a while.
create index gold_quote_unused on gold_quote (expires_at) where used_at is null;

-- What was bought and sold. Each quote makes one trade at most; its movement is `gold_trade:<id>`.
create table gold_trade (
  id bigint generated always as identity primary key,
  quote_id uuid not null unique references gold_quote (id),
  client_id integer not null references client (id),
  company_id integer not null,
  side text not null check (side in ('buy', 'sell')),
  weight bigint not null check (weight > 0),
  metal bigint not null,
  spread bigint not null,
  tax bigint not null,
  total bigint not null,
  traded_at timestamptz not null
);
create index gold_trade_client on gold_trade (client_id, id);

grant select, insert on gold_quote, gold_trade to atrium_app;
grant update (used_at), delete on gold_quote to atrium_app;
