-- Accounts without swap: how long positions were held on them, what that costs after the nights that are free, and whether the client
-- has the right to it.
create table swap_free_position (
  platform text not null,
  position text not null,
  number integer not null references trading_account (number),
  symbol text not null,
  told_at timestamptz not null,
  -- The first night that costs something.
  charged_from date not null,
  primary key (platform, position)
);
create index swap_free_position_number on swap_free_position (number);

-- What the positions of an account cost for one night.
create table swap_free_fee (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  company_id integer not null,
  platform text not null,
  number integer not null references trading_account (number),
  night date not null,
  -- In cents of US dollars.
  amount bigint not null check (amount > 0),
  -- due: to be taken; asked: its platform is asked for it; posted: taken; nothing: the platform would not let it go.
  state text not null check (state in ('due', 'asked', 'posted', 'nothing')),
  created_at timestamptz not null,
  ended_at timestamptz,
  taken_amount bigint check (taken_amount > 0),
  taken_currency text,
  tag text unique check (length(tag) between 10 and 31),
  unique (number, night),
  check ((state in ('due', 'asked')) = (ended_at is null)),
  check (state not in ('asked', 'posted') or (taken_amount is not null and taken_currency is not null and tag is not null))
);
create index swap_free_fee_open on swap_free_fee (id) where state in ('due', 'asked');
create index swap_free_fee_client on swap_free_fee (client_id);

create table swap_free_night (
  platform text not null,
  position text not null,
  night date not null,
  fee_id integer not null references swap_free_fee (id),
  symbol text not null,
  lots numeric not null check (lots > 0),
  -- In cents of US dollars.
  amount bigint not null check (amount > 0),
  primary key (platform, position, night)
);
create index swap_free_night_fee on swap_free_night (fee_id);

-- The right was taken from a client, and perhaps given back.
create table swap_free_withdrawal (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  because text not null,
  asked_by text not null,
  approved_by text not null,
  withdrawn_at timestamptz not null,
  -- From this instant on the client's accounts have swap.
  counts_from timestamptz not null,
  returned_at timestamptz,
  returned_by text,
  check ((returned_at is null) = (returned_by is null))
);
create unique index swap_free_withdrawal_one on swap_free_withdrawal (client_id) where returned_at is null;
create index swap_free_withdrawal_client on swap_free_withdrawal (client_id);

-- Accounts whose group at the platform was changed because of it.
create table swap_free_change (
  withdrawal_id integer not null references swap_free_withdrawal (id),
  number integer not null references trading_account (number),
  changed_at timestamptz not null,
  changed_back_at timestamptz,
  primary key (withdrawal_id, number)
);
create index swap_free_change_number on swap_free_change (number);

alter table platform_operation drop constraint platform_operation_purpose_check, add constraint platform_operation_purpose_check
  check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus', 'debt', 'gold', 'copy', 'share', 'move', 'idle_fee',
    'restriction', 'swap_free'));

grant select, insert on swap_free_position, swap_free_fee, swap_free_night, swap_free_withdrawal, swap_free_change to atrium_app;
grant update (told_at, charged_from) on swap_free_position to atrium_app;
grant update (state, ended_at, taken_amount, taken_currency, tag) on swap_free_fee to atrium_app;
grant update (returned_at, returned_by) on swap_free_withdrawal to atrium_app;
grant update (changed_back_at) on swap_free_change to atrium_app;
