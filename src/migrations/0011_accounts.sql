-- Trading accounts. The platform owns their money: what stands here is the last that it said, with its time.

create table trading_account (
  -- The login on the platform, chosen from our own range before the platform is asked (law/platforms.ts).
  number integer primary key,
  client_id integer not null references client,
  company_id integer not null,
  platform text not null check (platform in ('mt4', 'mt5')),
  is_demo boolean not null,
  -- The type's name in law/accountTypes.ts.
  type_key text not null,
  currency text not null,
  leverage integer not null check (leverage > 0),
  -- A leverage that was asked for and that the platform has not confirmed yet.
  leverage_wanted integer check (leverage_wanted > 0),
  swap_free boolean not null,
  group_name text not null,
  status text not null check (status in ('opening', 'active', 'archived', 'disabled', 'failed')),
  name text not null default '' check (length(name) <= 40),
  is_promo boolean not null default false,
  opened_at timestamptz not null,
  -- How often the platform was asked to open it; written before each asking.
  opening_attempts integer not null default 0,
  -- What a demo account starts with, in minor units.
  demo_balance bigint check (demo_balance > 0),
  -- Deals before this instant are part of an opening balance that was brought in: they are shown, not posted.
  mirrored_from timestamptz not null,
  balance bigint,
  equity bigint,
  margin bigint,
  margin_free bigint,
  credit bigint,
  floating bigint,
  -- Wall time at which the platform was asked.
  snapshot_at timestamptz,
  check (not is_demo or demo_balance is not null),
  check ((snapshot_at is null) = (balance is null))
);
create index trading_account_client on trading_account (client_id, number);
create index trading_account_snapshot on trading_account (platform, snapshot_at nulls first) where status = 'active';

-- Every change of an account's status.
create table trading_account_step (
  id bigint generated always as identity primary key,
  number integer not null references trading_account,
  from_status text,
  to_status text not null,
  at timestamptz not null,
  detail jsonb not null default '{}'
);
create index trading_account_step_number on trading_account_step (number, id);

-- The next login of each range, keyed by the range's first number.
create table login_sequence (
  range_first integer primary key,
  next_number integer not null
);

-- What an account held at the end of each day (UTC, application time); the running day is the last that was seen.
create table equity_snapshot (
  number integer not null references trading_account,
  day date not null,
  balance bigint not null,
  equity bigint not null,
  primary key (number, day)
);

-- Every deal of the platforms' accounts, as they told it.
create table platform_deal (
  server text not null,
  ticket text not null,
  number integer not null references trading_account,
  kind text not null,
  entry text check (entry in ('in', 'out')),
  symbol text,
  lots numeric not null,
  price numeric not null,
  profit bigint not null,
  swap bigint not null,
  commission bigint not null,
  position text,
  tag text not null,
  at timestamptz not null,
  -- True when the ledger has to know of it; then the time at which it was posted.
  is_posted boolean not null,
  posted_at timestamptz,
  primary key (server, ticket)
);
create index platform_deal_number on platform_deal (number, at);
create index platform_deal_opening on platform_deal (server, position) where entry = 'in';
create index platform_deal_waiting on platform_deal (server, at) where is_posted and posted_at is null;

-- A position, or a part of one, that was closed; made of the two deals.
create table closed_trade (
  id bigint generated always as identity primary key,
  server text not null,
  ticket text not null,
  number integer not null references trading_account,
  position text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  lots numeric not null,
  open_price numeric,
  close_price numeric not null,
  profit bigint not null,
  swap bigint not null,
  commission bigint not null,
  opened_at timestamptz,
  -- In milliseconds, as platforms tell it: the cursor of a page carries no more.
  closed_at timestamptz(3) not null,
  unique (server, ticket)
);
create index closed_trade_page on closed_trade (number, closed_at desc, id desc);

-- Where the ledger's mirror and the platform say different balances of one account.
create table reconciliation_difference (
  id bigint generated always as identity primary key,
  number integer not null references trading_account,
  currency text not null,
  platform_balance bigint not null,
  ledger_balance bigint not null,
  -- Money on its way makes a passing difference: only one that a second look finds again is reported.
  first_seen_at timestamptz not null,
  reported_at timestamptz,
  checked_at timestamptz not null,
  closed_at timestamptz
);
create unique index reconciliation_difference_open on reconciliation_difference (number) where closed_at is null;

-- A balance below zero after a close-out, which the broker pays back where losses are limited to the account's funds.
create table negative_balance (
  id integer generated always as identity primary key,
  number integer not null references trading_account,
  client_id integer not null references client,
  company_id integer not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('found', 'corrected', 'posted')),
  attempts integer not null default 0,
  found_at timestamptz not null,
  posted_at timestamptz
);
create unique index negative_balance_open on negative_balance (number) where status <> 'posted';

grant select, insert, update on trading_account, login_sequence, equity_snapshot, platform_deal, reconciliation_difference,
  negative_balance to atrium_app;
grant select, insert on trading_account_step, closed_trade to atrium_app;
