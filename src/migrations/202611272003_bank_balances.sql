-- What statements of the broker's banks say was on an account, and how that compares with what was read of it and with the book.
create table bank_balance (
  id integer generated always as identity primary key,
  statement_id integer not null references bank_statement,
  account text not null check (length(account) between 4 and 40),
  company_id integer not null,
  currency text not null,
  -- Minor units.
  opening bigint not null,
  closing bigint not null,
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  -- By the bank's clock: of two that close a day, the later one has more of it, and of one moment the one of the higher number.
  written_at timestamptz not null,
  sequence bigint not null
);
create index bank_balance_latest on bank_balance (company_id, currency, account, closed_at, written_at);
create trigger append_only before update or delete on bank_balance for each row execute function refuse_change();

-- One row a company and currency: since when it is compared, and what was found last. Amounts are minor units.
create table bank_check (
  id integer generated always as identity primary key,
  company_id integer not null,
  currency text not null,
  -- Transactions behind this one count, against what the book has more than it had then.
  after_entry integer not null,
  from_book bigint not null,
  from_at timestamptz not null,
  -- What was missing and somebody has explained.
  known_missing bigint not null default 0,
  state text not null check (state in ('same', 'explained', 'open', 'closed')),
  -- What the bank says, what the book has, and when the bank said so.
  stated bigint not null,
  book bigint not null,
  stated_at timestamptz not null,
  -- What the bank says beyond the transactions that were read; what those are beyond the book; what of that explains itself.
  missing bigint not null,
  difference bigint not null,
  explained bigint not null,
  findings jsonb not null,
  -- When what stands open was found first; null: nothing does.
  open_since timestamptz,
  checked_at timestamptz not null,
  unique (company_id, currency)
);

create index payout_by_bank on payout (updated_at) where provider = 'bank';

grant select, insert on bank_balance, bank_check to atrium_app;
grant update (after_entry, from_book, from_at, known_missing, state, stated, book, stated_at, missing, difference, explained, findings, open_since,
  checked_at) on bank_check to atrium_app;
