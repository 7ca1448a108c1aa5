-- What lies in the vaults for the clients who hold gold: bars by their serial, and what suppliers say lies there unallocated.
-- Weights are tenths of a microgram of fine gold, amounts cents of US dollars.
create table gold_purchase (
  id integer generated always as identity primary key,
  vault text not null check (length(vault) between 1 and 40),
  company_id integer not null,
  -- The supplier's own number of it.
  reference text not null check (length(reference) between 1 and 60),
  form text not null check (form in ('bars', 'unallocated')),
  weight bigint not null check (weight > 0),
  cost bigint not null check (cost >= 0),
  bought_at timestamptz not null,
  unique (vault, reference)
);
create trigger append_only before update or delete on gold_purchase for each row execute function refuse_change();

create table gold_bar (
  id integer generated always as identity primary key,
  purchase_id integer not null references gold_purchase,
  vault text not null,
  company_id integer not null,
  refiner text not null check (length(refiner) between 1 and 60),
  serial text not null check (length(serial) between 1 and 40),
  weight bigint not null check (weight > 0),
  came_at timestamptz not null,
  unique (refiner, serial)
);
create index gold_bar_vault on gold_bar (vault, id);

-- Statements of the suppliers, each file once.
create table gold_vault_statement (
  id integer generated always as identity primary key,
  -- SHA-256 of the file.
  digest bytea not null unique,
  vault text not null check (length(vault) between 1 and 40),
  -- The supplier's own number of it.
  number text not null check (length(number) between 1 and 60),
  -- The instant that it tells of.
  as_of timestamptz not null,
  unallocated bigint not null check (unallocated >= 0),
  brought_by text not null,
  -- The file at the desk; null: it came with the books from before.
  file_id uuid references stored_file,
  imported_at timestamptz not null,
  unique (vault, number)
);
create index gold_vault_statement_newest on gold_vault_statement (vault, as_of);
create trigger append_only before update or delete on gold_vault_statement for each row execute function refuse_change();

-- What each check has found: what clients own against what lies there, at one instant.
create table gold_check (
  id integer generated always as identity primary key,
  vault text not null,
  at timestamptz not null,
  clients bigint not null,
  bars bigint not null,
  -- Null: no statement was young enough, and so nothing is known.
  unallocated bigint,
  statement_id integer references gold_vault_statement,
  checked_at timestamptz not null
);
create index gold_check_vault on gold_check (vault, id);
create trigger append_only before update or delete on gold_check for each row execute function refuse_change();

grant select, insert on gold_purchase, gold_bar, gold_vault_statement, gold_check to atrium_app;
