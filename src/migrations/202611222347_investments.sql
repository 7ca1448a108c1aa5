-- Who follows which strategy, with what, and by which terms.
create table investment (
  id integer generated always as identity primary key,
  -- The follower.
  client_id integer not null references client,
  strategy_id integer not null references strategy,
  -- The account of the follower's on which the strategy is copied; opened for it alone.
  number integer not null references trading_account,
  -- The offer of the strategy that held when it was followed, with the share of profits in per cent: both stay.
  offer_id integer not null references strategy_offer,
  share smallint not null check (share between 0 and 50),
  -- Copied at about half the size.
  safety_mode boolean not null,
  -- Paused when the equity has fallen to so many per cent of what was put in.
  protection smallint not null check (protection between 1 and 99),
  status text not null check (status in ('opening', 'active', 'paused', 'closing', 'closed')),
  -- In minor units of the account. What was put in, and the equity that profits are shared above: what comes is added to both, and
  -- what goes takes of both the part that it takes of the equity.
  invested bigint not null default 0 check (invested >= 0),
  high_water bigint not null default 0 check (high_water >= 0),
  -- Application time. Only what is opened from `started_at` on is copied.
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create unique index investment_number on investment (number);
create unique index investment_one on investment (client_id, strategy_id) where status <> 'closed';
create index investment_strategy on investment (strategy_id, id) where status <> 'closed';
create index investment_client on investment (client_id, id);

-- Every change of status, with why.
create table investment_step (
  id bigint generated always as identity primary key,
  investment_id integer not null references investment,
  from_status text,
  to_status text not null,
  -- Of what stands in the contract of the area: asked by the client, the protection level, the first money, …
  why text not null,
  at timestamptz not null
);
create index investment_step_investment on investment_step (investment_id, id);

grant select, insert, update on investment to atrium_app;
grant select, insert on investment_step to atrium_app;
