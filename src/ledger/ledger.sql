drop function if exists ledger_post;
drop function if exists audit_content;

-- The functions of the book. They run with their owner's rights: the application may call them and read the tables,
-- but has no way of its own to write an entry or a balance. Applied again whenever this text changes.

-- Opens accounts that are not there yet. In the order of their codes, so that two callers cannot wait for each other.
create or replace function ledger_open(
  codes text[], companies integer[], units text[], kinds text[], clients integer[], floors bigint[]
) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into ledger_account (code, company, unit, kind, client_id, floor, balance)
  select code, company, unit, kind, client_id, floor, case when client_id is not null then 0 end
  from unnest(codes, companies, units, kinds, clients, floors) as wanted (code, company, unit, kind, client_id, floor)
  order by code
  on conflict (code) do nothing
$$;

-- Posts a batch of movements with what belongs to them: status steps, outbox rows, audit events.
-- Accounts are given once each, by code; legs name them by their place in that list, and movements by theirs.
-- Answers, for each movement: posted; repeated (the key was posted before with the same legs: the first movement's id);
-- key_reused (with other legs); below_floor; step_refused (the status is no longer the expected one);
-- unopened (an account is not there). Only posted ones leave anything behind.
--
-- A status step of kind K calls the two functions of K's own area, each for all its steps at once:
--   K_steps_lock(ids bigint[], from_statuses text[]) returns setof integer: locks the rows in the order of their ids
--     and answers the places (1…) of those whose status is as expected;
--   K_steps_apply(ids bigint[], from_statuses text[], to_statuses text[], details jsonb[], at timestamptz[]) returns void.
--
-- Sequential scans are off because the plans are kept, and one made while the tables are small would outlive that.
create or replace function ledger_post(
  accounts text[],
  keys text[], kinds text[], companies integer[], at_ms bigint[],
  leg_movement integer[], leg_line integer[], leg_from integer[], leg_to integer[], leg_amount bigint[],
  step_movement integer[], step_kind text[], step_id bigint[], step_from text[], step_to text[], step_detail text[],
  outbox_movement integer[], outbox_topic text[], outbox_key text[], outbox_client integer[], outbox_payload text[], outbox_due_ms bigint[],
  event_movement integer[], event_actor_kind text[], event_actor_id text[], event_action text[], event_subject text[],
  event_client integer[], event_detail text[]
) returns table (outcomes text[], movement_ids text[])
language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  movement_count constant integer := cardinality(keys);
  leg_count constant integer := cardinality(leg_movement);
  this_transaction constant bigint := pg_current_xact_id()::text::bigint;
  ids bigint[];
  account_ids bigint[];
  balances bigint[];
  floors bigint[];
  units bigint[];
  accepted boolean[] := array_fill(true, array[movement_count]);
  changed boolean[];
  from_after bigint[] := array_fill(null::bigint, array[leg_count]);
  to_after bigint[] := array_fill(null::bigint, array[leg_count]);
  first_leg integer := 1;
  last_leg integer;
  leg integer;
  slot integer;
  verdict text;
  known record;
  step_words constant text[] := array(select distinct word from unnest(step_kind) word order by word);
  step_word text;
  step_places integer[];
  step_ids bigint[];
  step_froms text[];
  step_tos text[];
  step_details jsonb[];
  step_times timestamptz[];
  step_ready integer[];
begin
  outcomes := array_fill('posted'::text, array[movement_count]);

  -- Locks come first, rows of the steps before accounts, each in the order of their ids.
  foreach step_word in array step_words loop
    select array_agg(movement order by place), array_agg(id order by place), array_agg(from_status order by place)
    into step_places, step_ids, step_froms
    from unnest(step_movement, step_kind, step_id, step_from) with ordinality s (movement, word, id, from_status, place)
    where word = step_word;
    execute format('select array_agg(place) from %I($1, $2) place', step_word || '_steps_lock')
      into step_ready using step_ids, step_froms;
    if cardinality(step_ready) is distinct from cardinality(step_ids) then
      for slot in select step_places[n] from generate_subscripts(step_places, 1) n where n <> all (coalesce(step_ready, '{}')) loop
        outcomes[slot] := 'step_refused';
        accepted[slot] := false;
      end loop;
    end if;
  end loop;

  with locked as materialized (
    select a.* from ledger_account a
    where a.code = any (accounts) and a.balance is not null
    order by a.id for no key update
  ), found as (
    select * from locked
    union all
    select a.* from ledger_account a
    where a.code = any (array(select code from unnest(accounts) code where code like '%:house:%')) and a.balance is null
  )
  select array_agg(a.id order by place), array_agg(a.balance order by place), array_agg(a.floor order by place),
         array_agg(hashtextextended(a.company || a.unit, 0) order by place), array_agg(false)
  into account_ids, balances, floors, units, changed
  from unnest(accounts) with ordinality given (code, place) left join found a on a.code = given.code;

  -- After the locks, so that a movement posted while this one waited is seen.
  for known in
    select given.place, m.id, m.kind from unnest(keys) with ordinality given (key, place)
    join ledger_movement m on m.key = given.key
  loop
    ids[known.place] := known.id;
    accepted[known.place] := false;
    outcomes[known.place] := case
      when known.kind = kinds[known.place] and not exists (
        (select e.line, f.code, t.code, e.amount from ledger_entry e
           join ledger_account f on f.id = e.from_account join ledger_account t on t.id = e.to_account
           where e.movement_id = known.id)
        except all
        (select l.line, accounts[l.from_slot], accounts[l.to_slot], l.amount
           from unnest(leg_movement, leg_line, leg_from, leg_to, leg_amount) l (movement, line, from_slot, to_slot, amount)
           where l.movement = known.place)
      ) and (select count(*) from ledger_entry e where e.movement_id = known.id)
          = (select count(*) from unnest(leg_movement) l (movement) where l.movement = known.place)
      then 'repeated' else 'key_reused' end;
  end loop;

  for movement in 1 .. movement_count loop
    last_leg := first_leg;
    while last_leg < leg_count and leg_movement[last_leg + 1] = movement loop
      last_leg := last_leg + 1;
    end loop;
    if accepted[movement] then
      verdict := null;
      for leg in first_leg .. last_leg loop
        if account_ids[leg_from[leg]] is null or account_ids[leg_to[leg]] is null then
          verdict := 'unopened';
        elsif units[leg_from[leg]] <> units[leg_to[leg]] then
          raise exception 'leg % of % crosses companies or currencies', leg - first_leg + 1, keys[movement];
        end if;
        balances[leg_from[leg]] := balances[leg_from[leg]] - leg_amount[leg];
        balances[leg_to[leg]] := balances[leg_to[leg]] + leg_amount[leg];
      end loop;
      for leg in first_leg .. last_leg loop
        from_after[leg] := balances[leg_from[leg]];
        to_after[leg] := balances[leg_to[leg]];
        if from_after[leg] < floors[leg_from[leg]] then
          verdict := coalesce(verdict, 'below_floor');
        end if;
      end loop;
      if verdict is null then
        for leg in first_leg .. last_leg loop
          changed[leg_from[leg]] := true;
          changed[leg_to[leg]] := true;
        end loop;
      else
        outcomes[movement] := verdict;
        accepted[movement] := false;
        for leg in first_leg .. last_leg loop
          balances[leg_from[leg]] := balances[leg_from[leg]] + leg_amount[leg];
          balances[leg_to[leg]] := balances[leg_to[leg]] - leg_amount[leg];
        end loop;
      end if;
    end if;
    first_leg := last_leg + 1;
  end loop;

  select array_agg(case when accepted[place] then nextval('ledger_movement_id_seq') else ids[place] end order by place) into ids
  from generate_series(1, movement_count) place;

  insert into ledger_movement (id, key, kind, company, at, transaction_id) overriding system value
  select given.id, given.key, given.kind, given.company, to_timestamp(given.ms / 1000.0::float8), this_transaction
  from unnest(ids, keys, kinds, companies, at_ms, accepted) given (id, key, kind, company, ms, accepted)
  where given.accepted;

  insert into ledger_entry (movement_id, line, from_account, to_account, amount, from_balance, to_balance, transaction_id)
  select ids[l.movement], l.line, account_ids[l.from_slot], account_ids[l.to_slot], l.amount, l.from_balance, l.to_balance,
         this_transaction
  from unnest(leg_movement, leg_line, leg_from, leg_to, leg_amount, from_after, to_after)
    l (movement, line, from_slot, to_slot, amount, from_balance, to_balance)
  where accepted[l.movement];

  update ledger_account a set balance = given.balance
  from unnest(account_ids, balances, changed) given (id, balance, changed)
  where a.id = given.id and given.changed and given.balance is not null;

  foreach step_word in array step_words loop
    select array_agg(id order by place), array_agg(from_status order by place), array_agg(to_status order by place),
      array_agg(detail::jsonb order by place), array_agg(to_timestamp(at_ms[movement] / 1000.0::float8) order by place)
    into step_ids, step_froms, step_tos, step_details, step_times
    from unnest(step_movement, step_kind, step_id, step_from, step_to, step_detail)
      with ordinality s (movement, word, id, from_status, to_status, detail, place)
    where word = step_word and accepted[movement];
    if step_ids is not null then
      execute format('select %I($1, $2, $3, $4, $5)', step_word || '_steps_apply')
        using step_ids, step_froms, step_tos, step_details, step_times;
    end if;
  end loop;

  if cardinality(outbox_movement) > 0 then
    insert into outbox (topic, key, client_id, payload, due_at, created_at)
    select o.topic, o.key, o.client_id, o.payload::jsonb, to_timestamp(o.due_ms / 1000.0::float8), to_timestamp(at_ms[o.movement] / 1000.0::float8)
    from unnest(outbox_movement, outbox_topic, outbox_key, outbox_client, outbox_payload, outbox_due_ms)
      o (movement, topic, key, client_id, payload, due_ms)
    where accepted[o.movement] and o.key is null;
    if cardinality(array_remove(outbox_key, null)) > 0 then
      insert into outbox (topic, key, client_id, payload, due_at, created_at)
      select o.topic, o.key, o.client_id, o.payload::jsonb, to_timestamp(o.due_ms / 1000.0::float8), to_timestamp(at_ms[o.movement] / 1000.0::float8)
      from unnest(outbox_movement, outbox_topic, outbox_key, outbox_client, outbox_payload, outbox_due_ms)
        o (movement, topic, key, client_id, payload, due_ms)
      where accepted[o.movement] and o.key is not null
      on conflict do nothing;
    end if;
  end if;

  if cardinality(event_movement) > 0 then
    insert into audit_event (at, actor_kind, actor_id, action, subject, client_id, detail, transaction_id)
    select to_timestamp(at_ms[e.movement] / 1000.0::float8), e.actor_kind, e.actor_id, e.action, e.subject, e.client_id, e.detail::jsonb, this_transaction
    from unnest(event_movement, event_actor_kind, event_actor_id, event_action, event_subject, event_client, event_detail)
      e (movement, actor_kind, actor_id, action, subject, client_id, detail)
    where accepted[e.movement];
  end if;

  movement_ids := ids::text[];
  return next;
end $$;

-- What the transactions [from, upto) wrote, as one hash over one line of text a row, in the order of transaction and id.
-- Of an account that is all but its balance. A link is recomputed in the form in which it was made: 3 writes each row as a row of
-- SQL; 2 wrote it as an array of JSON, which takes twice as long; 1 is 2 from before accounts were sealed.
create function audit_content(from_tx bigint, upto_tx bigint, form integer)
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
      else row(movement_id, line, transaction_id, from_account, to_account, amount, from_balance, to_balance)::text
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
  horizon := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  next.number := coalesce(last.number, 0) + 1;
  next.form := 3;
  next.from_transaction := coalesce(last.upto_transaction, 0);
  if horizon < next.from_transaction then
    raise exception 'the transactions of this cluster (%) are behind the last seal (%): was a dump restored into a new cluster?',
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

revoke execute on function ledger_open, ledger_post, audit_content, audit_seal_next, ledger_summed from public;
grant execute on function ledger_open, ledger_post, audit_content, audit_seal_next, ledger_summed to atrium_app;
