-- Splits of shares that a strategy's positions, and what is copied of them, were counted anew by: each once.
create table copy_split (
  strategy_id integer not null references strategy,
  -- The deal that brought the position in again, with its server.
  key text not null,
  at timestamptz not null,
  primary key (strategy_id, key)
);
-- What was filled of an opening, in the lots that its share has been split into since; null: as it was filled.
alter table copy_decision add column split_lots numeric;
grant select, insert on copy_split to atrium_app;

-- Closed parts of positions that a split came over are counted anew.
grant update (open_price, commission) on closed_trade to atrium_app;
