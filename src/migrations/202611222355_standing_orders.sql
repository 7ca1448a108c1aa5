-- What a client has ordered once, to be done again and again: money from one of the own accounts to another.
create table standing_order (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  account_number integer not null,
  target_number integer not null check (target_number <> account_number),
  -- Of the account that the money leaves; every amount here is minor units of it.
  currency text not null,
  occasion text not null check (occasion in ('deposit', 'profit', 'dates')),
  -- Of a deposit, in per cent; else the amount is moved.
  share smallint check (share between 1 and 100),
  amount bigint check (amount > 0),
  -- Profit above so much is moved, all of it.
  above bigint check (above > 0),
  -- Of dates: once on a day, each week (day 1 is Monday), each month (the last day where it has no such day).
  every text check (every in ('once', 'week', 'month')),
  on_date date,
  day smallint check (day between 1 and 31),
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  -- Application times. What happened before `since` is no occasion; it is moved on when a pause ends.
  created_at timestamptz not null,
  since timestamptz not null,
  changed_at timestamptz not null,
  -- When its next date, or the next look at its profit, is due.
  next_at timestamptz,
  -- Profit is counted from here on: what was made before has been moved.
  counted_from timestamptz,
  check (case occasion
    when 'deposit' then (share is null) <> (amount is null)
    when 'profit' then above is not null and counted_from is not null and share is null and amount is null
    else amount is not null and share is null and every is not null
      and case every when 'once' then on_date is not null else day is not null end
  end)
);
create index standing_order_client on standing_order (client_id, id);
create index standing_order_due on standing_order (next_at) where status = 'active' and next_at is not null;
create index standing_order_deposits on standing_order (account_number) where status = 'active' and occasion = 'deposit';

-- Each occasion of an order, once: by its name it cannot be there twice.
create table standing_run (
  id integer generated always as identity primary key,
  order_id integer not null references standing_order (id),
  client_id integer not null references client (id),
  occasion text not null,
  at timestamptz not null,
  amount bigint not null,
  currency text not null,
  -- due: waits for its transfer; done: the transfer has begun and goes its own way; skipped: there is none.
  state text not null check (state in ('due', 'done', 'skipped')),
  reason text,
  -- The quote that it begins with. A quote that never began is forgotten after a while.
  remittance_id integer references remittance (id) on delete set null,
  -- Of profit: what was counted up to here is moved with it.
  counted_to timestamptz,
  decided_at timestamptz,
  unique (order_id, occasion),
  check ((state = 'skipped') = (reason is not null))
);
create index standing_run_due on standing_run (id) where state = 'due';
create index standing_run_client on standing_run (client_id, id desc);
create index standing_run_remittance on standing_run (remittance_id) where remittance_id is not null;

grant select, insert on standing_order, standing_run to atrium_app;
grant update (status, since, changed_at, next_at, counted_from) on standing_order to atrium_app;
grant update (state, reason, remittance_id, decided_at) on standing_run to atrium_app;
