-- The functions by which a remittance, or a part of what it pays out, changes its phase: alone (store.ts), or together with the posting that it is
-- (ledger/book.sql). Nobody else writes a phase, a story or what is under way; nobody else deletes one. Applied again whenever
-- this text changes.
--
-- `details` of a step: { stage, values?, reason?, set?: { column: value }, finished?: { tag, ticket }, asked?, exchange? }; `finished` is the
-- platform operation that has brought the step about, `asked` the one that follows from it, claimed by whoever takes the step;
-- `exchange` is what it takes off its client's allowance of a day.
-- In plpgsql the plans of their statements are kept, where a function in SQL makes them anew at each call.

-- Locks the rows in the order of their ids; answers the places (1…) of those whose phase is as expected.
create or replace function remittance_steps_lock(ids bigint[], from_statuses text[]) returns setof integer
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query with locked as materialized (
    select r.id, r.phase from remittance r where r.id = any (ids) order by r.id for no key update
  )
  select given.place::integer from unnest(ids, from_statuses) with ordinality given (id, phase, place)
  join locked on locked.id = given.id and locked.phase = given.phase;
end $$;

create or replace function remittance_steps_apply(
  ids bigint[], from_statuses text[], to_statuses text[], details jsonb[], steps_at timestamptz[]
) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  ended constant bigint[] := array(
    select given.id from unnest(ids, to_statuses) given (id, phase) where not remittance_is_open(given.phase));
begin
  -- What it brings along is taken out of each detail once (offset 0 keeps it so), and that but seldom is much.
  update remittance r set
    phase = given.phase, updated_at = given.at, saved_at = coalesce(r.saved_at, given.at),
    reason = given.detail ->> 'reason',
    reason_values = coalesce(given.detail -> 'values', '{}'),
    expires_at = coalesce((given.facts ->> 'expires_at')::timestamptz, r.expires_at),
    redirect = coalesce(given.facts -> 'redirect', r.redirect),
    provider_transaction = coalesce(given.facts ->> 'provider_transaction', r.provider_transaction),
    payer_name = coalesce(given.facts ->> 'payer_name', r.payer_name),
    card_mask = coalesce(given.facts ->> 'card_mask', r.card_mask),
    card_brand = coalesce(given.facts ->> 'card_brand', r.card_brand),
    arrived_amount = coalesce((given.facts ->> 'arrived_amount')::bigint, r.arrived_amount),
    arrived_currency = coalesce(given.facts ->> 'arrived_currency', r.arrived_currency)
  from (
    select s.id, s.phase, s.detail, s.at, s.detail -> 'set' as facts
    from unnest(ids, to_statuses, details, steps_at) s (id, phase, detail, at) offset 0
  ) given
  where r.id = given.id and r.id = any (ids);

  delete from remittance_under_way u where u.remittance_id = any (ended);
  if cardinality(ended) < cardinality(ids) then
    insert into remittance_under_way as u (remittance_id, client_id, phase, expires_at, updated_at)
    select r.id, r.client_id, r.phase, r.expires_at, r.updated_at from remittance r
    where r.id = any (ids) and r.id <> all (ended)
    on conflict (remittance_id) do update
    set phase = excluded.phase, expires_at = excluded.expires_at, updated_at = excluded.updated_at;
  end if;

  -- Most steps bring nothing of these along: one look at a batch tells.
  if exists (select from unnest(details) detail where detail ?| array['finished', 'asked', 'exchange']) then
    perform platform_operation_finish(array_agg(detail -> 'finished' ->> 'tag'), array_agg(detail -> 'finished' ->> 'ticket'))
    from unnest(details) detail where detail ? 'finished' having count(*) > 0;
    perform platform_operation_ask(array_agg(given.detail -> 'asked'), array_agg(given.at))
    from unnest(details, steps_at) given (detail, at) where given.detail ? 'asked' having count(*) > 0;
    perform exchange_take_moved(array_agg(given.detail -> 'exchange' || jsonb_build_object('remittance', given.id)))
    from unnest(ids, details) given (id, detail) where given.detail ? 'exchange' having count(*) > 0;
  end if;

  insert into remittance_stage (remittance_id, at, phase, code, values)
  select given.id, given.at, given.phase, given.detail ->> 'stage', coalesce(given.detail -> 'values', '{}')
  from unnest(ids, to_statuses, details, steps_at) given (id, phase, detail, at);
end $$;

-- The same two of a payout, a child of a remittance. The story is its remittance's: a line of it only where the step has a `stage`.
create or replace function payout_steps_lock(ids bigint[], from_statuses text[]) returns setof integer
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query with locked as materialized (
    select p.id, p.phase from payout p where p.id = any (ids) order by p.id for no key update
  )
  select given.place::integer from unnest(ids, from_statuses) with ordinality given (id, phase, place)
  join locked on locked.id = given.id and locked.phase = given.phase;
end $$;

create or replace function payout_steps_apply(
  ids bigint[], from_statuses text[], to_statuses text[], details jsonb[], steps_at timestamptz[]
) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  update payout p set phase = given.phase, updated_at = given.at, reason = given.detail ->> 'reason',
    provider_transaction = coalesce(given.detail -> 'set' ->> 'provider_transaction', p.provider_transaction)
  from unnest(ids, to_statuses, details, steps_at) given (id, phase, detail, at)
  where p.id = given.id and p.id = any (ids);

  insert into remittance_stage (remittance_id, at, phase, code, values)
  select p.remittance_id, given.at, r.phase, given.detail ->> 'stage', coalesce(given.detail -> 'values', '{}')
  from unnest(ids, details, steps_at) with ordinality given (id, detail, at, place)
  join payout p on p.id = given.id and p.id = any (ids) join remittance r on r.id = p.remittance_id
  where given.detail ? 'stage' order by given.place;
end $$;

-- Quotes that nobody saved. Nothing else of a remittance is ever deleted, so the application may only do it by this. Their index is
-- that of what is not saved, which the phase alone would not lead to.
create or replace function remittance_drop_quotes(before timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with dropped as (
    delete from remittance where id in (
      select id from remittance where saved_at is null and phase = 'quoted' and expires_at < before
      order by expires_at limit 1000 for update skip locked
    ) returning 1
  )
  select count(*)::integer from dropped
$$;

-- What the audit of everything looks for, a sentence each: what is under way is in its open phase and nothing else is; each
-- remittance whose money has come to its end was concluded by one movement, every other by none; of one that is paid out in parts
-- each part was, and the whole by nothing but its parts; and nothing that has ended is still set aside.
create or replace function remittance_steps_faults() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select format('remittance %s is %s, and under way as %s', coalesce(r.id, u.remittance_id), coalesce(r.phase, 'over'),
    coalesce(u.phase, 'nothing'))
  from (select * from remittance where remittance_is_open(phase)) r full join remittance_under_way u on u.remittance_id = r.id
  where (r.phase, r.client_id, r.expires_at, r.updated_at) is distinct from (u.phase, u.client_id, u.expires_at, u.updated_at)
  union all
  select format('remittance %s is %s, and was concluded by %s', r.id, r.phase, coalesce(c.kinds, 'nothing'))
  from remittance r left join (
    select split_part(key, ':', 2) as id, count(*), string_agg(kind, ', ' order by ledger_movement.id) as kinds
    from ledger_movement
    where kind in ('deposit', 'deposit_settled', 'deposit_returned', 'transfer_released', 'transfer_to_wallet', 'transfer_settled',
      'transfer_returned', 'reversal', 'won_back', 'withdrawal_returned', 'withdrawal_released')
    group by split_part(key, ':', 2)
  ) c on c.id = r.id::text
  where coalesce(c.count, 0) <> case
    when exists (select from payout p where p.remittance_id = r.id) then 0
    when r.phase = 'completed' or r.transfer_type = 'transfer' and r.phase in ('declined', 'failed')
      or r.transfer_type = 'withdraw' and r.phase in ('declined', 'cancelled') then 1 else 0 end
  union all
  select format('payout %s is %s, and was concluded by %s', p.id, p.phase, coalesce(c.kinds, 'nothing'))
  from payout p left join (
    select split_part(key, ':', 2) as name, count(*), string_agg(kind, ', ' order by ledger_movement.id) as kinds
    from ledger_movement where kind in ('withdrawal_settled', 'withdrawal_released') group by split_part(key, ':', 2)
  ) c on c.name = p.remittance_id || '-' || p.id
  where coalesce(c.count, 0) <> case when p.phase in ('completed', 'released') then 1 else 0 end
  union all
  select format('remittance %s is %s, and %s of it are still set aside', r.id, r.phase, h.remaining)
  from ledger_hold h join remittance r on r.id = h.remittance_id where h.state = 'open' and not remittance_is_open(r.phase)
$$;

-- What clients owe, by the rows and by the book: both say the same of each client and currency.
create or replace function debt_steps_faults() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select format('client %s owes %s %s by the rows, and %s by the book', client_id, rows, currency, book)
  from (
    select coalesce(d.client_id, a.client_id) as client_id, coalesce(d.currency, a.unit) as currency, coalesce(d.remaining, 0) as rows,
      coalesce(-a.balance, 0) as book
    from (select client_id, currency, sum(remaining) as remaining from client_debt group by client_id, currency) d
    full join (select client_id, unit, balance from ledger_account where kind = 'debt') a
      on a.client_id = d.client_id and a.unit = d.currency
  ) both_sides where rows <> book
$$;

revoke execute on function remittance_steps_lock, remittance_steps_apply, remittance_steps_faults, payout_steps_lock,
  payout_steps_apply, debt_steps_faults from public;
grant execute on function remittance_steps_lock, remittance_steps_apply, remittance_steps_faults, payout_steps_lock,
  payout_steps_apply, debt_steps_faults to atrium_app;
