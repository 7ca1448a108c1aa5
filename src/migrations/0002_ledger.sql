-- The book of all money, and the trail of all actions. Written by the functions of ledger/book.sql and chain.sql only:
-- the application reads these tables, and appends to audit_event; nobody updates or deletes an entry.

-- An account of the book. Its code says what it is (see ledger/chart.ts); company, unit, kind and client repeat the code.
create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null unique check (length(code) <= 120),
  company integer not null check (company > 0),
  -- A currency, or PTS for loyalty points.
  unit text not null,
  kind text not null,
  client_id integer,
  -- What the balance may not go below; null where the book sets no limit.
  floor bigint,
  -- Minor units. Null for accounts of the application: those are summed, not locked, so that no posting waits for another.
  balance bigint,
  check ((client_id is null) = (balance is null)),
  constraint ledger_account_floor check (floor is null or balance >= floor)
) with (fillfactor = 50);
create index ledger_account_client on ledger_account (client_id) where client_id is not null;

-- A movement of money: one fact of the business, known by its key for ever.
create table ledger_movement (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 3 and 120),
  kind text not null,
  company integer not null,
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- The transaction that wrote it: the seals of the audit cover ranges of these.
  transaction_id bigint not null
);
create index ledger_movement_transaction on ledger_movement using brin (transaction_id) with (pages_per_range = 16, autosummarize = on);

-- A leg of a movement. From and to stand in one row, so that an entry cannot be out of balance.
create table ledger_entry (
  movement_id bigint not null,
  line smallint not null check (line between 1 and 32),
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null check (amount > 0),
  -- The running balances after the movement; null for accounts of the application.
  from_balance bigint,
  to_balance bigint,
  transaction_id bigint not null,
  primary key (movement_id, line),
  check (from_account <> to_account)
);
-- Accounts of the application move with every posting and are read in bulk, so they stand in neither index.
create index ledger_entry_from on ledger_entry (from_account, movement_id) where from_balance is not null;
create index ledger_entry_to on ledger_entry (to_account, movement_id) where to_balance is not null;
create index ledger_entry_transaction on ledger_entry using brin (transaction_id) with (pages_per_range = 16, autosummarize = on);

-- Who did what to what. Appended by every area.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('client', 'staff', 'vendor', 'system')),
  actor_id text not null check (length(actor_id) <= 200),
  action text not null check (length(action) between 1 and 100),
  subject text not null check (length(subject) between 1 and 200),
  client_id integer,
  detail jsonb not null default '{}',
  transaction_id bigint not null default (pg_current_xact_id()::text::bigint)
);
create index audit_event_client on audit_event (client_id, id) where client_id is not null;
create index audit_event_transaction on audit_event using brin (transaction_id) with (pages_per_range = 16, autosummarize = on);

-- A link of the audit chain: it covers everything that the transactions [from, upto) wrote, and the link before it.
create table audit_seal (
  number bigint primary key,
  from_transaction bigint not null,
  upto_transaction bigint not null check (upto_transaction > from_transaction),
  events integer not null,
  movements integer not null,
  entries integer not null,
  content_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);

-- The sum of an account's entries up to the last seal. Balances of the application are this and the few entries since.
create table ledger_rollup (
  account_id bigint primary key,
  balance numeric not null,
  entries bigint not null
) with (fillfactor = 50);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger append_only before update or delete on ledger_movement for each row execute function refuse_change();
create trigger append_only before update or delete on ledger_entry for each row execute function refuse_change();
create trigger append_only before update or delete on audit_event for each row execute function refuse_change();
create trigger append_only before update or delete on audit_seal for each row execute function refuse_change();

grant select on ledger_account, ledger_movement, ledger_entry, ledger_rollup, audit_event, audit_seal to atrium_app;
grant insert (at, actor_kind, actor_id, action, subject, client_id, detail) on audit_event to atrium_app;
