-- What the server minds for the terminal while nobody looks: alerts on a price, stops that follow the price, and waiting orders whose
-- end their clients are told of.

-- `looked_at`: up to when the minutes of the market were looked through (application time), so that what was touched while no worker
-- ran is found all the same.
create table price_alert (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  platform text not null,
  symbol text not null,
  digits integer not null,
  price text not null,
  -- Which way the bid has to come from where it stood when the alert was set.
  direction text not null check (direction in ('rises', 'falls')),
  status text not null default 'waiting' check (status in ('waiting', 'reached', 'removed')),
  reached_price text,
  reached_at timestamptz,
  created_at timestamptz not null,
  looked_at timestamptz not null,
  check ((status = 'reached') = (reached_at is not null and reached_price is not null))
);
-- The same alert set twice is one.
create unique index price_alert_once on price_alert (client_id, platform, symbol, price) where status = 'waiting';
create index price_alert_client on price_alert (client_id, id);
create index price_alert_waiting on price_alert (platform, symbol) where status = 'waiting';

-- A stop loss that follows the best price of its position. `asked_stop` with `tries` names the one order that moves it now, if any.
create table trailing_stop (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  number integer not null references trading_account (number),
  position text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  lots text not null,
  digits integer not null,
  distance_points integer not null check (distance_points > 0),
  status text not null default 'on' check (status in ('on', 'removed', 'ended')),
  best text not null,
  asked_stop text,
  tries integer not null default 0,
  moved_at timestamptz,
  created_at timestamptz not null
);
create unique index trailing_stop_once on trailing_stop (number, position) where status = 'on';

-- Waiting orders that are placed from now on: `awaits_end` until it is known how they ended.
alter table trading_order
  add column awaits_end boolean,
  add column ended_as text check (ended_as in ('filled', 'cancelled', 'expired', 'rejected'));
create index trading_order_awaits_end on trading_order (number) where awaits_end;

grant select, insert, update on price_alert, trailing_stop to atrium_app;
