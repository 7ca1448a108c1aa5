-- Market orders that clients gave in the web terminal. The platform keeps positions and deals: what stands here is the
-- intention, written before the platform is asked, and what came of it.

create table trading_order (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  number integer not null references trading_account,
  kind text not null check (kind in ('open', 'close')),
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  lots text not null,
  -- The position to close.
  position text check ((position is not null) = (kind = 'close')),
  -- The price that the client saw, and by how many points the fill may be worse.
  seen_price text,
  deviation_points integer check (deviation_points >= 0),
  -- The caller's own name of the order: one name is one order.
  order_key text check (length(order_key) <= 320),
  -- What the platform keeps with the deal, by which an order is found again.
  tag text unique check (length(tag) <= 31),
  status text not null check (status in ('processing', 'filled', 'refused', 'failed')),
  -- Why it was refused: a code of the contract.
  code text check ((code is not null) = (status = 'refused')),
  fill_deal text check ((fill_deal is not null) = (status = 'filled')),
  fill_position text,
  fill_price text,
  fill_lots text,
  created_at timestamptz not null,
  -- Wall time: how long the platform has had is counted by it, whatever the application's clock says.
  sent_at timestamptz not null,
  settled_at timestamptz
);
create unique index trading_order_key on trading_order (client_id, order_key) where order_key is not null;
create index trading_order_account on trading_order (number, id);

grant select, insert, update on trading_order to atrium_app;
