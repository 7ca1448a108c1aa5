-- Signals of strategies that clients subscribe to.

-- The account on which a client trades what signals say; the newest row counts.
create table signal_login (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  number integer not null references trading_account,
  set_at timestamptz not null
);
create index signal_login_client on signal_login (client_id, id desc);

-- What each strategy's signals cost for thirty days, in US cents; null: they are not offered any more. The newest row counts.
create table signal_offer (
  id integer generated always as identity primary key,
  strategy_id integer not null references strategy,
  price bigint check (price >= 0),
  made_by text not null,
  made_at timestamptz not null
);
create index signal_offer_strategy on signal_offer (strategy_id, id desc);

create table signal_subscription (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  strategy_id integer not null references strategy,
  -- As it was agreed to, in US cents for thirty days: it stays as long as the subscription does.
  price bigint not null check (price >= 0),
  began_at timestamptz not null,
  until timestamptz not null,
  -- How many times it was begun or renewed: each is charged once.
  periods integer not null default 1 check (periods > 0),
  cancelled_at timestamptz,
  ended_at timestamptz
);
-- Nobody subscribes twice.
create unique index signal_subscription_open on signal_subscription (client_id, strategy_id) where ended_at is null;
create index signal_subscription_due on signal_subscription (until) where ended_at is null;
create index signal_subscription_strategy on signal_subscription (strategy_id) where ended_at is null;

grant select, insert on signal_login, signal_offer to atrium_app;
grant select, insert, update on signal_subscription to atrium_app;
