-- What strategies trade, and what of it is copied to the accounts that follow.

-- How far a strategy's deals have been read for copying, application time.
create table copy_reading (
  strategy_id integer primary key references strategy,
  read_to timestamptz not null
);

-- The positions of a strategy as its signals have made them.
create table copy_position (
  strategy_id integer not null references strategy,
  position text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  -- Lots that were opened in all, and those that are left.
  opened numeric not null,
  remaining numeric not null,
  stop_loss text,
  take_profit text,
  -- So often its stops were changed.
  changes integer not null default 0,
  primary key (strategy_id, position)
);

-- What is to be decided of for each follower: a trade of the strategy, or other stops of one of its positions.
create table copy_signal (
  id bigint generated always as identity primary key,
  strategy_id integer not null references strategy,
  -- The fact's name, so that the same is copied once: `deal:mt5:123`, `stops:4:123:1`.
  key text not null unique,
  kind text not null check (kind in ('open', 'close', 'stops')),
  position text not null,
  symbol text not null,
  -- Of the position, whatever the deal's own side is.
  side text not null check (side in ('buy', 'sell')),
  lots numeric,
  price text,
  -- Of the position with it: the lots that were opened in all, and those that are left.
  opened numeric not null,
  remaining numeric not null,
  stop_loss text,
  take_profit text,
  -- The platform closed it because the strategy's margin ran out.
  is_stop_out boolean not null default false,
  -- Application time: when it was traded, when it was seen, and when it was decided for every follower.
  at timestamptz not null,
  seen_at timestamptz not null,
  decided_at timestamptz
);
create index copy_signal_open on copy_signal (id) where decided_at is null;
create index copy_signal_strategy on copy_signal (strategy_id, id);

-- What was decided for one follower, and what came of it. An `open` that was filled is the link between the strategy's position and
-- the follower's: what closes or changes it names it in `opening_id`.
create table copy_decision (
  id bigint generated always as identity primary key,
  investment_id integer not null references investment,
  -- Null where no trade of the strategy is behind it.
  signal_id bigint references copy_signal,
  kind text not null check (kind in ('open', 'close', 'stops', 'ended')),
  opening_id bigint references copy_decision,
  -- Why, where no trade of the strategy is: paused, protection, closing, closed_already; of an end: stopped_out, stop_loss, …
  cause text,
  -- Of the strategy's position.
  position text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  -- What is to be opened or closed; of a closing known when it is sent.
  lots numeric,
  -- Of a closing: the part of the strategy's position that is left with it.
  left_of numeric,
  left_part numeric,
  stop_loss text,
  take_profit text,
  -- The strategy's price, and what both accounts were worth when it was decided, in minor units of each.
  price text,
  equity bigint,
  strategy_equity bigint,
  state text not null check (state in ('waiting', 'sent', 'done', 'partly', 'refused', 'lost', 'skipped')),
  reason text,
  tag text unique,
  attempt integer not null default 1,
  -- Application time: a closing that was refused is asked for again from then on.
  not_before timestamptz not null,
  -- What the platform did.
  follower_position text,
  deal text,
  filled_lots numeric,
  filled_price text,
  -- Points that the follower's price was worse than the strategy's; below zero: better.
  slippage integer,
  -- Of an opening: what is still open of it.
  open_lots numeric not null default 0,
  decided_at timestamptz not null,
  settled_at timestamptz
);
create unique index copy_decision_once on copy_decision (signal_id, investment_id, coalesce(opening_id, 0)) where signal_id is not null;
create unique index copy_decision_ended on copy_decision (opening_id, deal) where kind = 'ended';
create index copy_decision_under_way on copy_decision (id) where state in ('waiting', 'sent');
create index copy_decision_open on copy_decision (investment_id, position) where kind = 'open' and open_lots > 0;
create index copy_decision_opening on copy_decision (opening_id) where opening_id is not null;
create index copy_decision_follower on copy_decision (follower_position) where kind = 'open' and follower_position is not null;
create index copy_decision_investment on copy_decision (investment_id, id desc);

-- What closed a position, by whomever.
create index platform_deal_closing on platform_deal (server, position) where entry = 'out';

alter table platform_operation drop constraint platform_operation_purpose_check, add constraint platform_operation_purpose_check
  check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus', 'debt', 'copy', 'share'));

grant select, insert, update on copy_reading, copy_position, copy_signal, copy_decision to atrium_app;
