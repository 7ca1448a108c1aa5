-- A part of what a payment pays out: with a reference, movements and a phase of its own, out of the one hold of its payment, which
-- is so paid out by several methods, or in part. Its phases are in areas/remittance/payouts.ts, its functions in steps.sql.
create table payout (
  id integer generated always as identity primary key,
  remittance_id integer not null references remittance,
  hold_id bigint not null references ledger_hold,
  -- Our name for it at providers.
  reference text not null unique check (length(reference) between 10 and 24),
  phase text not null default 'waiting' check (phase in ('waiting', 'sent', 'completed', 'released')),
  -- Minor units.
  amount bigint not null check (amount > 0),
  currency text not null,
  method_id integer,
  provider text,
  provider_transaction text,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index payout_remittance on payout (remittance_id);

-- What is agreed stays; only payout_steps_apply changes a phase and what comes with it.
create trigger append_only before delete or update of id, remittance_id, hold_id, reference, amount, currency, created_at
  on payout for each row execute function refuse_change();

grant select, insert (remittance_id, hold_id, reference, amount, currency, method_id, provider, created_at, updated_at) on payout
  to atrium_app;
