-- What the desk keeps a client from: opening positions. Who was restricted, by whom and until when.
create table client_restriction (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  begun_at timestamptz not null,
  begun_by text not null,
  lifted_at timestamptz,
  lifted_by text,
  check ((lifted_at is null) = (lifted_by is null))
);
create unique index client_restriction_open on client_restriction (client_id) where lifted_at is null;
create index client_restriction_client on client_restriction (client_id, id);
alter table client add column trading_restricted boolean not null default false;

-- What may be done on an account at its platform: what it is to be there, and what it was when it was looked at last.
create table account_access (
  number integer primary key references trading_account,
  client_id integer not null references client,
  wanted text not null check (wanted in ('full', 'close_only')),
  -- Why, as law/restrictions.ts names it; of what is open to everybody nothing.
  because text,
  -- Grows with each wish: each is asked of the platform under a name of its own.
  turn integer not null,
  -- asked: the platform is being asked; set: it has it so.
  state text not null check (state in ('asked', 'set')),
  wanted_at timestamptz not null,
  set_at timestamptz,
  -- What a look found instead, since when, and whether staff was told of it; what staff has let stand is found no more.
  found text,
  found_at timestamptz,
  reported_at timestamptz,
  let_stand text,
  -- The turn that staff asked for, which is sent though somebody has shut more at the platform.
  insisted_turn integer
);
create index account_access_asked on account_access (number) where state = 'asked';
create index account_access_restricted on account_access (client_id) where wanted = 'close_only';

alter table platform_operation drop constraint platform_operation_purpose_check, add constraint platform_operation_purpose_check
  check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus', 'debt', 'gold', 'copy', 'share', 'move', 'idle_fee',
    'restriction'));
alter table platform_operation drop constraint platform_operation_kind_check, add constraint platform_operation_kind_check
  check (kind in ('balance', 'credit', 'correction', 'open_account', 'market_order', 'close_position', 'pending_order', 'change_order',
    'cancel_order', 'position_stops', 'access'));

grant select, insert on client_restriction, account_access to atrium_app;
grant update (lifted_at, lifted_by) on client_restriction to atrium_app;
grant update (wanted, because, turn, state, wanted_at, set_at, found, found_at, reported_at, let_stand, insisted_turn) on account_access to atrium_app;
