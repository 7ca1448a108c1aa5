-- Every transaction of a payment provider that was told of or looked up: one row each, whatever order it belongs to. One order may
-- have many (a payment, refunds, a chargeback, one that was won back), and each has consequences of its own, once.
create table provider_transaction (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's own number of it. A payment that was taken back as a whole under its own number has two rows.
  transaction_id text not null check (length(transaction_id) between 1 and 200),
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'won_back')),
  -- The order that it belongs to.
  remittance_id integer not null references remittance,
  status text not null check (status in ('pending', 'approved', 'declined', 'cancelled')),
  provider_status text not null check (length(provider_status) <= 200),
  undoes_itself boolean not null default false,
  -- As the provider says it, in minor units where the currency is one of ours.
  amount bigint,
  currency text,
  letters text check (length(letters) <= 16),
  payer_name text,
  card_mask text,
  -- By the provider's clock.
  occurred_at timestamptz not null,
  -- What has followed from it; null while nothing has.
  outcome text check (outcome in ('credited', 'on_review', 'suspense', 'returned', 'reversed', 'won_back', 'ended', 'refused')),
  -- The transfer that it has become, where that is one of its own.
  outcome_remittance_id integer references remittance,
  first_told_at timestamptz not null,
  told_at timestamptz not null,
  unique (provider, transaction_id, kind)
) with (fillfactor = 70);
create index provider_transaction_order on provider_transaction (remittance_id);

-- What it is stays; how it stands and what has followed may change.
create trigger append_only before delete or update of id, provider, transaction_id, kind, remittance_id, first_told_at
  on provider_transaction for each row execute function refuse_change();

-- Payments that were known before there were rows of them.
insert into provider_transaction (provider, transaction_id, kind, remittance_id, status, provider_status, amount, currency, payer_name,
  card_mask, occurred_at, outcome, first_told_at, told_at)
select r.provider, r.provider_transaction, 'payment', r.id, 'approved', '', coalesce(r.arrived_amount, r.amount),
  case when r.arrived_amount is null then r.currency else r.arrived_currency end, r.payer_name, r.card_mask, r.updated_at,
  case when r.phase = 'on_review' then 'on_review' else 'credited' end, r.updated_at, r.updated_at
from remittance r
where r.transfer_type = 'deposit' and r.provider is not null and r.provider_transaction is not null
  and r.phase in ('on_review', 'received', 'completed')
on conflict do nothing;
insert into provider_transaction (provider, transaction_id, kind, remittance_id, status, provider_status, amount, currency, occurred_at,
  outcome, outcome_remittance_id, first_told_at, told_at)
select r.provider, split_part(r.taken_back_by, ':', 2), case split_part(r.taken_back_by, ':', 1) when 'chargeback' then 'chargeback'
  else 'refund' end, r.reverses, 'approved', '', r.amount, r.currency, r.created_at, 'reversed', r.id, r.created_at, r.created_at
from remittance r
where r.reverses is not null and r.provider is not null and split_part(r.taken_back_by, ':', 2) <> ''
on conflict do nothing;

-- A line in the timeline of a payment whose phase does not change with it.
create function remittance_note(noted_id integer, noted_at timestamptz, noted_code text, noted_values jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into remittance_stage (remittance_id, at, phase, code, values)
  select id, noted_at, phase, noted_code, coalesce(noted_values, '{}') from remittance where id = noted_id
$$;
revoke execute on function remittance_note from public;

grant select, insert on provider_transaction to atrium_app;
grant update (status, provider_status, undoes_itself, amount, currency, letters, payer_name, card_mask, occurred_at, outcome,
  outcome_remittance_id, told_at) on provider_transaction to atrium_app;
grant execute on function remittance_note to atrium_app;
