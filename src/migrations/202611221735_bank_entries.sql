-- Statements of the broker's banks (CAMT.053), each file once, and what was booked on them: one row a transaction, in whatever statement
-- or file it is told again.
create table bank_statement (
  id integer generated always as identity primary key,
  -- SHA-256 of the file.
  digest bytea not null unique,
  -- As the bank calls the file, or whoever brought it.
  name text not null check (length(name) between 1 and 200),
  -- The member of staff who brought it; null: it was fetched.
  brought_by text,
  -- The file at the desk; null: it was fetched.
  file_id uuid references stored_file,
  -- How many transactions it tells of, new or not.
  entries integer not null,
  imported_at timestamptz not null
);
create trigger append_only before update or delete on bank_statement for each row execute function refuse_change();

-- Files that the bank told of, by its names: what was read, or cannot be.
create table bank_file (
  name text primary key check (length(name) between 1 and 200),
  -- Why it was not read; null: it was.
  fault text,
  seen_at timestamptz not null
);

create table bank_entry (
  id integer generated always as identity primary key,
  -- The account's number, and by what the transaction is the same wherever it is told (ports/payments/bank/messages.ts).
  account text not null check (length(account) between 4 and 40),
  entry_key text not null check (length(entry_key) between 1 and 200),
  -- The same for what says the same, whatever it is called.
  likeness text not null,
  statement_id integer not null references bank_statement,
  company_id integer not null,
  direction text not null check (direction in ('credit', 'debit')),
  is_reversal boolean not null,
  -- Minor units; the currency is null where it is none of ours.
  amount bigint not null check (amount >= 0),
  currency text,
  letters text not null check (length(letters) <= 16),
  texts text[] not null,
  servicer_references text[] not null,
  payer_name text,
  booked_at timestamptz not null,
  read_at timestamptz not null,
  -- What has followed: it was handed to a payment, stands in suspense before staff, stands there to be given back by the bank, was given
  -- back, waits for what it takes back, or nothing follows.
  outcome text not null check (outcome in ('handed', 'suspense', 'sent_back', 'returned', 'waiting', 'noted')),
  -- Why it was handed to nothing.
  why text,
  -- The payment that it was handed to.
  remittance_id integer references remittance,
  unique (account, entry_key)
);
create index bank_entry_references on bank_entry using gin (servicer_references);
create index bank_entry_like on bank_entry (account, likeness);
create index bank_entry_open on bank_entry (outcome) where outcome in ('suspense', 'sent_back', 'waiting');

-- What it is stays; what has followed may change.
create trigger append_only before delete or update of id, account, entry_key, likeness, statement_id, company_id, direction, is_reversal,
  amount, currency, letters, texts, servicer_references, payer_name, booked_at, read_at
  on bank_entry for each row execute function refuse_change();

grant select, insert on bank_statement, bank_file, bank_entry to atrium_app;
grant update (fault, seen_at) on bank_file to atrium_app;
grant update (outcome, why, remittance_id) on bank_entry to atrium_app;
