-- Gold that is pledged for credit on a trading account. Weights are tenths of a microgram, amounts cents of US dollars. What stands
-- here of weight and credit stands in the book too, written with it: `pledge` and `credit`, by the account's login.
create table gold_pledge (
  number integer primary key references trading_account (number),
  client_id integer not null references client (id),
  company_id integer not null,
  weight bigint not null default 0 check (weight >= 0),
  credit bigint not null default 0 check (credit >= 0),
  -- What the client was told last of how much of the gold's worth is lent.
  level text not null default 'none' check (level in ('none', 'warning', 'call', 'sale')),
  -- Something has to be done and the market is closed: since when.
  waits_since timestamptz,
  -- What selling all of it would have brought at that price (application time).
  worth bigint check (worth >= 0),
  price_at timestamptz,
  valued_at timestamptz,
  opened_at timestamptz not null
) with (fillfactor = 70);
create index gold_pledge_client on gold_pledge (client_id);
create index gold_pledge_due on gold_pledge (valued_at nulls first) where weight > 0 or credit > 0;

-- What changes a pledge, one at a time: gold that is pledged, that is given back, and that is sold.
create table gold_pledge_order (
  id bigint generated always as identity primary key,
  number integer not null references gold_pledge (number),
  client_id integer not null references client (id),
  company_id integer not null,
  kind text not null check (kind in ('pledge', 'return', 'sale')),
  -- Of a sale: too much of its worth was lent, or the account had lost more than it had.
  why text check (why in ('level', 'loss')),
  weight bigint not null check (weight > 0),
  -- By how much the credit grows (pledge) or shrinks.
  credit bigint not null check (credit >= 0),
  -- Of a sale: what the gold was worth between bid and ask, and what it brought.
  metal bigint,
  spread bigint,
  total bigint,
  bid text not null,
  ask text not null,
  price_at timestamptz not null,
  -- asked: the platform is to change the credit; sold: what it brought is to be paid in; paid_in: the credit is to be taken off.
  phase text not null check (phase in ('asked', 'sold', 'paid_in', 'done', 'refused')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'sale') = (why is not null) and (kind = 'sale') = (total is not null)),
  check (total is null or total = metal - spread),
  check ((phase in ('done', 'refused')) = (ended_at is not null))
) with (fillfactor = 70);
create unique index gold_pledge_order_open on gold_pledge_order (number) where phase not in ('done', 'refused');
create index gold_pledge_order_client on gold_pledge_order (client_id, id);

alter table platform_operation drop constraint platform_operation_purpose_check, add constraint platform_operation_purpose_check
  check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus', 'debt', 'gold'));

grant select, insert on gold_pledge, gold_pledge_order to atrium_app;
grant update (weight, credit, level, waits_since, worth, price_at, valued_at) on gold_pledge to atrium_app;
grant update (phase, ended_at) on gold_pledge_order to atrium_app;
