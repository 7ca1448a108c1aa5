-- What providers get of what those who follow them gain. Each share is decided once, for its occasion, with all that it was computed
-- from; then it is taken from the follower's account at its platform, and handed to the provider's wallet.
create table performance_share (
  id integer generated always as identity primary key,
  investment_id integer not null references investment,
  -- period: 30 days are over, the how-manieth of them in `nth`; withdrawal: money was taken out, by that payment; closure: it ends.
  occasion text not null check (occasion in ('period', 'withdrawal', 'closure')),
  nth integer check (nth > 0),
  remittance_id integer,
  -- Application time: when it fell due, and when it was computed.
  due_at timestamptz not null,
  decided_at timestamptz not null,
  -- In per cent, as it was agreed to; and in minor units of the account the equity and the high-water mark before it.
  percent smallint not null check (percent between 0 and 50),
  equity bigint not null,
  high_water bigint not null check (high_water >= 0),
  -- Of a withdrawal: all that was taken out, the share among it.
  withdrawn bigint check (withdrawn > 0),
  amount bigint not null check (amount >= 0),
  -- What of it was not there any more when the account was closed: nobody is asked for it.
  short bigint not null default 0 check (short >= 0),
  -- asked: the platform is asked for it; taken: it has left the account; paid: the provider has it; nothing: there was none to pay.
  state text not null check (state in ('asked', 'taken', 'paid', 'nothing')),
  -- Its name in the platform's deals.
  tag text unique check (length(tag) between 10 and 31),
  -- Application time: one that the platform refused is asked for again from then on.
  not_before timestamptz not null,
  taken_at timestamptz,
  paid_at timestamptz,
  check ((occasion = 'period') = (nth is not null)),
  check ((occasion = 'withdrawal') = (remittance_id is not null and withdrawn is not null)),
  check (state = 'nothing' or (amount > 0 and tag is not null)),
  check ((state in ('taken', 'paid')) = (taken_at is not null)),
  check ((state = 'paid') = (paid_at is not null))
);
create unique index performance_share_period on performance_share (investment_id, nth) where occasion = 'period';
create unique index performance_share_withdrawal on performance_share (remittance_id) where occasion = 'withdrawal';
create unique index performance_share_closure on performance_share (investment_id) where occasion = 'closure';
create index performance_share_open on performance_share (id) where state in ('asked', 'taken');
create index performance_share_investment on performance_share (investment_id, id);

-- Of money that goes: all that leaves, what of it is the provider's share, and the mark that it was computed with. Once booked: what
-- came or left in the account's currency, and the high-water mark after it.
alter table investment_flow
  add column gross bigint check (gross > 0),
  add column share bigint check (share >= 0),
  add column high_water bigint check (high_water >= 0),
  add column amount bigint check (amount >= 0),
  add column high_water_after bigint check (high_water_after >= 0);

create index investment_period on investment (started_at) where status in ('active', 'paused');

-- When its provider closed a strategy: whoever follows it ends from then on.
alter table strategy add column closed_at timestamptz;
create index investment_strategy_open on investment (strategy_id) where status in ('opening', 'active', 'paused');

grant select, insert on performance_share to atrium_app;
grant update (amount, short, state, tag, not_before, taken_at, paid_at) on performance_share to atrium_app;
