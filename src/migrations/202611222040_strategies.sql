-- Who asks to trade for others, what strategies there are, and their figures.
create table provider_request (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  -- What investors know the provider by.
  nickname text not null,
  -- Where the trading can be seen: an account with us, or one elsewhere.
  own_number integer references trading_account,
  external_account text,
  status text not null check (status in ('waiting', 'approved', 'declined')),
  -- Why it was declined, as the desk chose it.
  reason text,
  -- Application time.
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((own_number is null) <> (external_account is null))
);
create unique index provider_request_waiting on provider_request (client_id) where status = 'waiting';
create index provider_request_client on provider_request (client_id, id);
create unique index provider_request_nickname on provider_request (lower(nickname)) where status = 'approved';

create table strategy (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  number integer not null references trading_account,
  name text not null,
  -- What investors know its provider by.
  nickname text not null,
  description text not null,
  status text not null check (status in ('converting', 'active', 'failed', 'closed')),
  -- The offer of now: the share of profits in per cent, and the least amount to follow with, in the account's minor units.
  share smallint not null check (share between 0 and 50),
  minimum bigint not null check (minimum > 0),
  -- Application time; figures count from `since`.
  asked_at timestamptz not null,
  since timestamptz
);
create unique index strategy_number on strategy (number) where status <> 'failed';
create unique index strategy_name on strategy (lower(name)) where status <> 'failed';
create index strategy_client on strategy (client_id, id);

-- Every offer that a strategy ever made: who follows keeps the one of that time.
create table strategy_offer (
  id integer generated always as identity primary key,
  strategy_id integer not null references strategy,
  share smallint not null check (share between 0 and 50),
  minimum bigint not null check (minimum > 0),
  made_at timestamptz not null
);
create index strategy_offer_strategy on strategy_offer (strategy_id, id);

-- What stood on the account just before money came or went, as far as the platform told it at that moment.
create table strategy_reading (
  strategy_id integer not null references strategy,
  ticket text not null,
  equity bigint not null,
  read_at timestamptz not null,
  primary key (strategy_id, ticket)
);

-- The days of a strategy. Prices of a unit in millionths of a millionth; what the next day goes on from stands with each.
create table strategy_day (
  strategy_id integer not null references strategy,
  day date not null,
  unit_price bigint not null,
  peak bigint not null,
  -- Since the beginning, in millionths.
  drawdown integer not null,
  start_price bigint not null,
  start_base bigint not null,
  -- All that deals brought and took up to the day's end, and how many there were since the strategy began.
  funds bigint not null,
  deals integer not null,
  equity bigint not null,
  flow bigint not null,
  result bigint not null,
  -- Money came or went at an equity that nobody read.
  is_estimated boolean not null,
  primary key (strategy_id, day)
);

create table strategy_figures (
  strategy_id integer primary key references strategy,
  -- In hundredths of a per cent.
  total_return bigint not null,
  month_return bigint not null,
  drawdown integer not null,
  -- The average of the days' absolute returns, in hundredths of a per cent; null while there are too few days.
  daily_move integer,
  risk smallint,
  unit_price bigint not null,
  equity bigint not null,
  is_estimated boolean not null,
  figured_at timestamptz not null
);
create index strategy_figures_return on strategy_figures (total_return desc, strategy_id);
create index strategy_figures_due on strategy_figures (figured_at);

grant select, insert, update on provider_request, strategy to atrium_app;
grant select, insert on strategy_offer, strategy_reading to atrium_app;
grant select, insert, update, delete on strategy_day, strategy_figures to atrium_app;
