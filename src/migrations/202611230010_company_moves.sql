-- Clients who move from one company of the broker's to another, with all their accounts and money.
create table company_move (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  from_company integer not null,
  to_company integer not null,
  -- `asked`: by the client, and compliance decides; `offered`: it may be made; `moving`: accounts are being emptied; `returning`: it is
  -- given up, and what was taken goes back; `moved`: the client is the other company's.
  phase text not null check (phase in ('asked', 'declined', 'offered', 'withdrawn', 'moving', 'returning', 'given_up', 'moved')),
  -- The country that the client has moved to, where that is why.
  country text check (country ~ '^[A-Z]{2}$'),
  -- What the client told of the new life, as the form had it.
  told jsonb not null default '{}',
  -- The version of the other company's terms that was agreed to.
  terms_version integer check (terms_version > 0),
  approved_at timestamptz,
  decided_by text check (length(decided_by) <= 100),
  decided_at timestamptz,
  -- Why it was declined or given up.
  reason text check (length(reason) <= 60),
  begun_at timestamptz,
  moved_at timestamptz,
  -- When all of it had arrived, or was back.
  ended_at timestamptz,
  created_at timestamptz not null,
  -- Whoever drives it has it to itself until then: wall time.
  lease_until timestamptz not null default now(),
  check (from_company <> to_company),
  check ((phase in ('moving', 'returning', 'moved', 'given_up')) = (begun_at is not null)),
  check ((phase = 'moved') = (moved_at is not null))
);
create unique index company_move_open on company_move (client_id) where phase in ('asked', 'offered', 'moving', 'returning');
create index company_move_client on company_move (client_id, id);
create index company_move_driven on company_move (id) where phase in ('moving', 'returning') or phase = 'moved' and ended_at is null;

-- The trading accounts of one that has begun.
create table company_move_account (
  move_id integer not null references company_move (id),
  number integer not null references trading_account (number),
  -- Its account in the other company; null: its money goes into the wallet.
  to_number integer unique references trading_account (number),
  -- What the platform said that was on it, in minor units, once nothing could change there any more.
  amount bigint check (amount >= 0),
  credit bigint check (credit >= 0),
  -- `seen`: shut, and read; `collected`: empty, its money is on its way; `arrived`; `returned`: where it was.
  state text not null default 'begun' check (state in ('begun', 'seen', 'collected', 'arrived', 'returned')),
  primary key (move_id, number),
  check (state in ('begun', 'returned') or amount is not null and credit is not null)
);

-- What the gates look at of it: `open`: may be made; `under_way`: nothing else moves meanwhile.
alter table client add column move_state text check (move_state in ('open', 'under_way'));

-- With those of migrations that are written beside this one, in whatever order they run.
alter table platform_operation drop constraint platform_operation_purpose_check, add constraint platform_operation_purpose_check
  check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus', 'debt', 'gold', 'copy', 'share', 'move'));

grant select, insert, update on company_move, company_move_account to atrium_app;
