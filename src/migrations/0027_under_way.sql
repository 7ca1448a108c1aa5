-- A change of phase is the commonest write of all, and it costs most where it touches a column that stands in an index: then the
-- row is written anew in every index it has. So nothing that changes with the phase is indexed any more: what is found by its phase
-- stands in a narrow table beside it, for as long as it is under way. The room left in each page keeps a row where it is.
drop index remittance_open;
drop index remittance_under_way;
drop index remittance_waiting;
drop index remittance_quoted;
alter table remittance set (fillfactor = 70);

-- Quotes that nobody saved, for remittance_drop_quotes.
create index remittance_unsaved on remittance (expires_at) where saved_at is null;

-- Which of the provider's transactions a reversal stands for. It never changes, as `provider_transaction` of a payment does.
alter table remittance add column taken_back_by text;
update remittance set taken_back_by = provider_transaction where reverses is not null;
drop index remittance_reversal;
create unique index remittance_reversal on remittance (reverses, taken_back_by) where reverses is not null;

-- What somebody waits for: an open phase of areas/remittance/rules.ts. Few at a time, so it is read whole by the sweeps.
create table remittance_under_way (
  remittance_id integer primary key references remittance on delete cascade,
  client_id integer not null,
  phase text not null check (phase in ('starting', 'waiting_payment', 'on_review', 'received', 'held', 'sent', 'returning', 'reversing')),
  expires_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index remittance_under_way_client on remittance_under_way (client_id);

-- The table follows remittances by itself, whoever writes them; nobody else writes it.
create function remittance_follow() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from remittance_under_way u using written w
    where u.remittance_id = w.id and w.phase in ('quoted', 'completed', 'declined', 'cancelled', 'failed');
  end if;
  insert into remittance_under_way as u (remittance_id, client_id, phase, expires_at, updated_at)
  select id, client_id, phase, expires_at, updated_at from written
  where phase not in ('quoted', 'completed', 'declined', 'cancelled', 'failed')
  on conflict (remittance_id) do update
  set phase = excluded.phase, expires_at = excluded.expires_at, updated_at = excluded.updated_at;
  return null;
end $$;
create trigger follow_inserted after insert on remittance referencing new table as written
  for each statement execute function remittance_follow();
create trigger follow_updated after update on remittance referencing new table as written
  for each statement execute function remittance_follow();
insert into remittance_under_way (remittance_id, client_id, phase, expires_at, updated_at)
select id, client_id, phase, expires_at, updated_at from remittance
where phase not in ('quoted', 'completed', 'declined', 'cancelled', 'failed');
grant select on remittance_under_way to atrium_app;

-- The story is read by its remittance, and by nothing else. It is written by remittance_steps_apply alone, which writes the row of
-- the remittance in the same breath: so no line is without its remittance, and looking for it at each line would be for nothing.
alter table remittance_stage drop constraint remittance_stage_pkey, drop constraint remittance_stage_remittance_id_fkey,
  add primary key (remittance_id, id);
drop index remittance_stage_of;
revoke insert on remittance_stage from atrium_app;

-- An event that is told once for being written with its cause needs no name, and so no place in an index of names.
alter table outbox drop constraint outbox_key_key;
create unique index outbox_key on outbox (key) where key is not null;

-- Which text of its rows a link of the audit chain was made of; see ledger/chain.sql.
alter table audit_seal add column form integer not null default 2 check (form between 1 and 3);
alter table audit_seal disable trigger append_only;
update audit_seal set form = 1 where accounts is null;
alter table audit_seal enable trigger append_only;

-- In plpgsql the plans of their statements are kept, where a function in SQL makes them anew at each call.
create or replace function remittance_steps_lock(ids bigint[], from_statuses text[]) returns setof integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return query with locked as materialized (
    select r.id, r.phase from remittance r where r.id = any (ids) order by r.id for no key update
  )
  select given.place::integer from unnest(ids, from_statuses) with ordinality given (id, phase, place)
  join locked on locked.id = given.id and locked.phase = given.phase;
end $$;

drop function remittance_steps_apply;
create function remittance_steps_apply(
  ids bigint[], from_statuses text[], to_statuses text[], details jsonb[], steps_at timestamptz[]
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update remittance r set
    phase = given.phase, updated_at = given.at, saved_at = coalesce(r.saved_at, given.at),
    reason = given.detail ->> 'reason',
    reason_values = coalesce(given.detail -> 'values', '{}'),
    expires_at = coalesce((given.detail -> 'set' ->> 'expires_at')::timestamptz, r.expires_at),
    redirect = coalesce(given.detail -> 'set' -> 'redirect', r.redirect),
    provider_transaction = coalesce(given.detail -> 'set' ->> 'provider_transaction', r.provider_transaction),
    payer_name = coalesce(given.detail -> 'set' ->> 'payer_name', r.payer_name),
    card_mask = coalesce(given.detail -> 'set' ->> 'card_mask', r.card_mask),
    card_brand = coalesce(given.detail -> 'set' ->> 'card_brand', r.card_brand),
    arrived_amount = coalesce((given.detail -> 'set' ->> 'arrived_amount')::bigint, r.arrived_amount),
    arrived_currency = coalesce(given.detail -> 'set' ->> 'arrived_currency', r.arrived_currency)
  from unnest(ids, to_statuses, details, steps_at) given (id, phase, detail, at)
  where r.id = given.id;
  insert into remittance_stage (remittance_id, at, phase, code, values)
  select given.id, given.at, given.phase, given.detail ->> 'stage', coalesce(given.detail -> 'values', '{}')
  from unnest(ids, to_statuses, details, steps_at) given (id, phase, detail, at);
end $$;
revoke execute on function remittance_steps_apply from public;
grant execute on function remittance_steps_apply to atrium_app;
