-- What an account that nobody uses costs: a row for each month, written when it is announced and ended once.
create table idle_fee (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  company_id integer not null,
  -- Since when nothing was done, and the how-manieth fee since then.
  idle_since timestamptz not null,
  nth integer not null check (nth >= 0),
  -- In cents of US dollars.
  amount bigint not null check (amount > 0),
  announced_at timestamptz not null,
  due_at timestamptz not null,
  -- announced: not taken yet; asked: a trading platform is asked for it; posted: taken; waived: the client has come back, or the desk
  -- has said so; nothing: there was none, or it was not let go.
  state text not null check (state in ('announced', 'asked', 'posted', 'waived', 'nothing')),
  ended_at timestamptz,
  -- Where it is taken from, and how much of that currency; no platform: a wallet.
  source_platform text,
  source_number integer,
  source_currency text,
  source_amount bigint check (source_amount > 0),
  -- Its name in the platform's deals.
  tag text unique check (length(tag) between 10 and 31),
  unique (client_id, idle_since, nth),
  check ((state in ('announced', 'asked')) = (ended_at is null)),
  check (state not in ('asked', 'posted') or (source_number is not null and source_currency is not null and source_amount is not null)),
  check (state <> 'asked' or (source_platform is not null and tag is not null))
);
create index idle_fee_open on idle_fee (due_at) where state in ('announced', 'asked');

alter table platform_operation drop constraint platform_operation_purpose_check, add constraint platform_operation_purpose_check
  check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus', 'debt', 'gold', 'copy', 'share', 'move', 'idle_fee'));

grant select, insert on idle_fee to atrium_app;
grant update (state, ended_at, source_platform, source_number, source_currency, source_amount, tag) on idle_fee to atrium_app;
