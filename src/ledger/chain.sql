-- The chain of the audit: every row of the book and of the trail is under a seal, and each seal under the next. Applied again
-- whenever this text changes.

-- What the transactions [from, upto) wrote, as one hash over one line of text a row, in the order of transaction and id.
-- Of an account that is all but its balance. A link is recomputed in the form in which it was made: 4 writes each row as a row of
-- SQL; 3 is 4 from before entries named their holds; 2 wrote a row as an array of JSON, which takes twice as long; 1 is 2 from
-- before accounts were sealed.
create or replace function audit_content(from_tx bigint, upto_tx bigint, form integer)
returns table (events integer, movements integer, entries integer, accounts integer, content_hash bytea)
language sql stable security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  with event_lines as (
    select count(*)::integer as count, string_agg(case when form < 3
      then jsonb_build_array(id, transaction_id, extract(epoch from at), extract(epoch from recorded_at), actor_kind, actor_id, action,
        subject, client_id, detail)::text
      else row(id, transaction_id, at, recorded_at, actor_kind, actor_id, action, subject, client_id, detail)::text
      end, E'\n' order by transaction_id, id) as text
    from audit_event where transaction_id >= from_tx and transaction_id < upto_tx
  ), movement_lines as (
    select count(*)::integer as count, string_agg(case when form < 3
      then jsonb_build_array(id, transaction_id, extract(epoch from at), extract(epoch from recorded_at), key, kind, company)::text
      else row(id, transaction_id, at, recorded_at, key, kind, company)::text
      end, E'\n' order by transaction_id, id) as text
    from ledger_movement where transaction_id >= from_tx and transaction_id < upto_tx
  ), entry_lines as (
    select count(*)::integer as count, string_agg(case when form < 3
      then jsonb_build_array(movement_id, line, transaction_id, from_account, to_account, amount, from_balance, to_balance)::text
      when form = 3 then row(movement_id, line, transaction_id, from_account, to_account, amount, from_balance, to_balance)::text
      else row(movement_id, line, transaction_id, from_account, to_account, amount, from_balance, to_balance, hold_id)::text
      end, E'\n' order by transaction_id, movement_id, line) as text
    from ledger_entry where transaction_id >= from_tx and transaction_id < upto_tx
  ), account_lines as (
    select count(*)::integer as count, string_agg(case when form < 3
      then jsonb_build_array(id, transaction_id, code, company, unit, kind, client_id, floor)::text
      else row(id, transaction_id, code, company, unit, kind, client_id, floor)::text
      end, E'\n' order by transaction_id, id) as text
    from ledger_account where form > 1 and transaction_id >= from_tx and transaction_id < upto_tx
  )
  select e.count, m.count, l.count, case when form > 1 then a.count end,
    sha256(sha256(convert_to(coalesce(e.text, ''), 'UTF8')) || sha256(convert_to(coalesce(m.text, ''), 'UTF8'))
      || sha256(convert_to(coalesce(l.text, ''), 'UTF8'))
      || case when form > 1 then sha256(convert_to(coalesce(a.text, ''), 'UTF8')) else ''::bytea end)
  from event_lines e, movement_lines m, entry_lines l, account_lines a
$$;

create or replace function audit_link_hash(previous bytea, seal audit_seal) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || seal.content_hash || convert_to((jsonb_build_array(seal.number, seal.from_transaction, seal.upto_transaction,
    seal.events, seal.movements, seal.entries) || case when seal.form > 1 then jsonb_build_array(seal.accounts) else '[]' end
    || case when seal.form > 2 then jsonb_build_array(seal.form) else '[]' end)::text, 'UTF8'))
$$;

-- Makes the next link of the audit chain over what finished transactions wrote since the last one, about `most` rows of
-- each table; answers its number, or null when there is nothing to seal. Everything below the oldest transaction that
-- still runs is final, so writers never wait for the sealer, nor it for them.
create or replace function audit_seal_next(most integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_seal;
  next audit_seal;
  horizon bigint;
  found bigint;
begin
  -- One sealer at a time, by a lock that nobody else takes.
  perform pg_advisory_xact_lock(7214605834);
  -- So that looking for what is new does not read what is old.
  perform brin_summarize_new_values(index_name::regclass)
  from unnest(array['ledger_movement_transaction', 'ledger_entry_transaction', 'audit_event_transaction']) index_name;
  select * into last from audit_seal order by number desc limit 1;
  horizon := pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    + coalesce((select shift from audit_era order by number desc limit 1), 0);
  next.number := coalesce(last.number, 0) + 1;
  next.form := 4;
  next.from_transaction := coalesce(last.upto_transaction, 0);
  if horizon < next.from_transaction then
    raise exception 'the transactions of this PostgreSQL (%) are behind the last seal (%): was a dump restored? npm run audit -- --new-era',
      horizon, next.from_transaction;
  end if;
  select max(rows) into found from (
    select count(*) as rows from (select from audit_event
      where transaction_id >= next.from_transaction and transaction_id < horizon limit most + 1) e
    union all
    select count(*) from (select from ledger_movement
      where transaction_id >= next.from_transaction and transaction_id < horizon limit most + 1) m
    union all
    select count(*) from (select from ledger_account
      where transaction_id >= next.from_transaction and transaction_id < horizon limit most + 1) a
  ) counted;
  if found = 0 then
    return null;
  end if;
  next.upto_transaction := horizon;
  if found > most then
    -- A link ends with a transaction, and has one at least.
    select greatest(1 + least(
      (select min(transaction_id) from audit_event where transaction_id >= next.from_transaction),
      (select min(transaction_id) from ledger_movement where transaction_id >= next.from_transaction),
      (select min(transaction_id) from ledger_account where transaction_id >= next.from_transaction)), least(horizon,
      (select transaction_id from audit_event where transaction_id >= next.from_transaction order by transaction_id offset most limit 1),
      (select transaction_id from ledger_movement where transaction_id >= next.from_transaction order by transaction_id offset most limit 1),
      (select transaction_id from ledger_account where transaction_id >= next.from_transaction order by transaction_id offset most limit 1)))
      into next.upto_transaction;
  end if;
  select * into next.events, next.movements, next.entries, next.accounts, next.content_hash
  from audit_content(next.from_transaction, next.upto_transaction, next.form);
  next.sealed_at := clock_timestamp();
  next.hash := audit_link_hash(coalesce(last.hash, ''::bytea), next);
  insert into audit_seal select next.*;
  insert into ledger_rollup as r (account_id, balance, entries)
  select account_id, sum(amount), count(*) from (
    select to_account as account_id, amount from ledger_entry
      where transaction_id >= next.from_transaction and transaction_id < next.upto_transaction
    union all
    select from_account, -amount from ledger_entry
      where transaction_id >= next.from_transaction and transaction_id < next.upto_transaction
  ) moved group by account_id
  on conflict (account_id) do update set balance = r.balance + excluded.balance, entries = r.entries + excluded.entries;
  insert into audit_index (event_id, client_id, actor_id, action, at)
  select id, client_id, actor_id, action, at from audit_event
    where transaction_id >= next.from_transaction and transaction_id < next.upto_transaction;
  return next.number;
end $$;

-- Why nothing may be written here before a new era has begun; null when all is well. `other_cluster`: the last era was another
-- PostgreSQL's; `behind`: this one counts its transactions from before the last seal.
create or replace function audit_era_fault() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when e.cluster <> (pg_control_system()).system_identifier::text then 'other_cluster'
    when pg_snapshot_xmin(pg_current_snapshot())::text::bigint + e.shift < coalesce((select max(upto_transaction) from audit_seal), 0)
      then 'behind'
    end
  from audit_era e order by e.number desc limit 1
$$;

-- Begins an era: what is written from now on in this PostgreSQL is numbered behind everything that is here already. The row of
-- the era stays as it is for good, and an event of the same content goes under the next seal. For a database that nobody else
-- works with: a transaction that has taken its number and not written yet would write it below what is sealed.
create or replace function audit_begin_era(by_whom text, at timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_seal;
  past audit_era;
  next audit_era;
begin
  perform pg_advisory_xact_lock(7214605834);
  select * into last from audit_seal order by number desc limit 1;
  select * into past from audit_era order by number desc limit 1;
  next.number := coalesce(past.number, 0) + 1;
  next.began_at := at;
  next.cluster := (pg_control_system()).system_identifier::text;
  next.shift := greatest(coalesce(past.shift, 0), 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + greatest(
    coalesce(last.upto_transaction, 0),
    (select max(transaction_id) from audit_event where transaction_id >= coalesce(last.upto_transaction, 0)),
    (select max(transaction_id) from ledger_movement where transaction_id >= coalesce(last.upto_transaction, 0)),
    (select max(transaction_id) from ledger_entry where transaction_id >= coalesce(last.upto_transaction, 0)),
    (select max(transaction_id) from ledger_account where transaction_id >= coalesce(last.upto_transaction, 0))));
  next.after_seal := coalesce(last.number, 0);
  next.after_hash := last.hash;
  next.author := by_whom;
  insert into audit_era select next.*;
  insert into audit_event (at, actor_kind, actor_id, action, subject, detail)
  values (at, 'system', by_whom, 'audit.new_era', 'era:' || next.number, jsonb_build_object('era', next.number, 'cluster', next.cluster,
    'shift', next.shift, 'after_seal', next.after_seal, 'after_hash', encode(next.after_hash, 'hex')));
  return next.number;
end $$;

-- Every account with the balance that its entries give: the roll-up of the last seal and what came since.
create or replace function ledger_summed()
returns table (account_id bigint, balance numeric)
language sql stable security definer set search_path = public, pg_temp as $$
  with sealed as (select coalesce(max(upto_transaction), 0) as upto from audit_seal)
  select moved.account_id, sum(moved.amount) from (
    select r.account_id, r.balance as amount from ledger_rollup r
    union all
    select e.to_account, e.amount from ledger_entry e where e.transaction_id >= (select upto from sealed)
    union all
    select e.from_account, -e.amount from ledger_entry e where e.transaction_id >= (select upto from sealed)
  ) moved group by moved.account_id
$$;

-- By name, so that one which a running program of the release before still calls beside its successor is granted too.
do $$
declare
  each regprocedure;
begin
  for each in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
    and proname in ('audit_content', 'audit_seal_next', 'audit_era_fault', 'audit_begin_era', 'ledger_summed')
  loop
    execute format('revoke execute on function %s from public', each);
    execute format('grant execute on function %s to atrium_app', each);
  end loop;
end $$;
