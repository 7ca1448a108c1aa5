-- What is set aside of a client's money in one currency stands on one account of the book; what for, and what remains of it, here.
-- Written by ledger_post with the postings that open a hold and take from it (ledger/book.sql), and by nothing else.
create table ledger_hold (
  id bigint generated always as identity primary key,
  -- The fact's name, such as transfer:512.
  key text not null unique check (length(key) between 3 and 120),
  account_id bigint not null,
  -- The payment that it is for. The book knows no table but its own, so this is no foreign key.
  remittance_id integer not null,
  purpose text not null check (purpose in ('transfer', 'withdrawal')),
  source text not null check (source in ('wallet', 'trading', 'gold')),
  -- Minor units.
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  state text not null generated always as (case when remaining > 0 then 'open' else 'ended' end) stored,
  opened_at timestamptz not null
) with (fillfactor = 70);
create index ledger_hold_open on ledger_hold (account_id) where state = 'open';

-- Only what remains of it moves.
create trigger append_only before delete or update of id, key, account_id, remittance_id, purpose, source, amount, opened_at
  on ledger_hold for each row execute function refuse_change();

-- Which hold an entry at a hold account opened or took from: what remains of a hold is the sum of these. Null for every other
-- entry, and for those from when each payment had an account of its own.
alter table ledger_entry add column hold_id bigint;

-- Links of the audit chain have that column in them from form 4 on (ledger/chain.sql).
alter table audit_seal drop constraint audit_seal_form_check, add constraint audit_seal_form_check check (form between 1 and 4);

grant select on ledger_hold to atrium_app;
