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

-- Posts a batch of movements of different keys, with what belongs to them: different status steps, outbox rows, audit events.
-- Accounts are given once each, by code; legs name them by their place in that list, and movements by theirs.
-- Answers, for each movement: posted; repeated (the key was posted before with the same legs: the first movement's id);
-- key_reused (with other legs); below_floor; step_refused (the status is no longer the expected one);
-- unopened (an account is not there). Only posted ones leave anything behind.
--
-- What is set aside stands on one account for each client and currency, and what remains of each hold in its row of ledger_hold.
-- Holds are given once each, by key; a change names its hold by its place in that list, and its account. More than zero opens a
-- hold, less takes from one; more than remains of it cannot be taken (below_floor). The lock of the account is the lock of its holds.
--
-- A status step of kind K calls the two functions of K's own area, each for all its steps at once:
--   K_steps_lock(ids bigint[], from_statuses text[]) returns setof integer: locks the rows in the order of their ids
--     and answers the places (1…) of those whose status is as expected;
--   K_steps_apply(ids bigint[], from_statuses text[], to_statuses text[], details jsonb[], at timestamptz[]) returns void.
-- For the audit of everything K_steps_faults() returns setof text says which statuses do not agree with what was posted.
--
-- Plans are kept, and one made while the tables are small would outlive that: so sequential scans are off, and every table that rows
-- are joined to is looked up by `= any` as well, or a plan would read its whole index.
create or replace function ledger_post(
  accounts text[],
  keys text[], kinds text[], companies integer[], at_ms bigint[],
  leg_movement integer[], leg_line integer[], leg_from integer[], leg_to integer[], leg_amount bigint[],
  step_movement integer[], step_kind text[], step_id bigint[], step_from text[], step_to text[], step_detail text[],
  outbox_movement integer[], outbox_topic text[], outbox_key text[], outbox_client integer[], outbox_payload text[], outbox_due_ms bigint[],
  event_movement integer[], event_actor_kind text[], event_actor_id text[], event_action text[], event_subject text[],
  event_client integer[], event_detail text[],
  holds text[], change_movement integer[], change_hold integer[], change_account integer[], change_minor bigint[],
  change_remittance integer[], change_purpose text[], change_source text[]
) returns table (outcomes text[], movement_ids text[])
language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  movement_count constant integer := cardinality(keys);
  leg_count constant integer := cardinality(leg_movement);
  this_transaction constant bigint := ledger_transaction();
  ids bigint[];
  account_ids bigint[];
  balances bigint[];
  floors bigint[];
  units bigint[];
  accepted boolean[] := array_fill(true, array[movement_count]);
  from_after bigint[] := array_fill(null::bigint, array[leg_count]);
  to_after bigint[] := array_fill(null::bigint, array[leg_count]);
  first_leg integer;
  next_leg integer := 1;
  giver integer;
  taker integer;
  slot integer;
  verdict text;
  known record;
  hold_ids bigint[];
  hold_accounts bigint[];
  hold_remaining bigint[];
  leg_hold bigint[] := array_fill(null::bigint, array[leg_count]);
  next_change integer := 1;
  change integer;
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
    select array_agg(movement), array_agg(id), array_agg(from_status) into step_places, step_ids, step_froms
    from unnest(step_movement, step_kind, step_id, step_from) s (movement, word, id, from_status)
    where word = step_word;
    if (select count(distinct id) from unnest(step_ids) id) < cardinality(step_ids) then
      raise exception 'a batch changes a status of % more than once', step_word;
    end if;
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
    select a.id, a.code, a.balance, a.floor, a.unit, a.company from ledger_account a
    where a.code = any (accounts) and a.balance is not null
    order by a.id for no key update
  ), found as (
    select * from locked
    union all
    select a.id, a.code, a.balance, a.floor, a.unit, a.company from ledger_account a
    where a.code = any (array(select code from unnest(accounts) code where code like '%:house:%')) and a.balance is null
  )
  select array_agg(a.id order by place), array_agg(a.balance order by place), array_agg(a.floor order by place),
         array_agg(hashtextextended(a.unit, a.company) order by place)
  into account_ids, balances, floors, units
  from unnest(accounts) with ordinality given (code, place) left join found a on a.code = given.code;

  -- After the locks, so that what was posted while this one waited is seen.
  if cardinality(holds) > 0 then
    select array_agg(h.id order by place), array_agg(h.account_id order by place), array_agg(h.remaining order by place)
    into hold_ids, hold_accounts, hold_remaining
    from unnest(holds) with ordinality given (key, place) left join ledger_hold h on h.key = given.key and h.key = any (holds);
  end if;

  for known in
    select given.place, m.id, m.kind from unnest(keys) with ordinality given (key, place)
    join ledger_movement m on m.key = given.key and m.key = any (keys)
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
    first_leg := next_leg;
    while leg_movement[next_leg] = movement loop
      next_leg := next_leg + 1;
    end loop;
    change := null;
    if change_movement[next_change] = movement then
      change := next_change;
      next_change := next_change + 1;
    end if;
    if accepted[movement] then
      verdict := null;
      for leg in first_leg .. next_leg - 1 loop
        giver := leg_from[leg];
        taker := leg_to[leg];
        if account_ids[giver] is null or account_ids[taker] is null then
          verdict := 'unopened';
        elsif units[giver] <> units[taker] then
          raise exception 'leg % of % crosses companies or currencies', leg - first_leg + 1, keys[movement];
        end if;
        balances[giver] := balances[giver] - leg_amount[leg];
        balances[taker] := balances[taker] + leg_amount[leg];
      end loop;
      for leg in first_leg .. next_leg - 1 loop
        giver := leg_from[leg];
        from_after[leg] := balances[giver];
        to_after[leg] := balances[leg_to[leg]];
        if from_after[leg] < floors[giver] then
          verdict := coalesce(verdict, 'below_floor');
        end if;
      end loop;
      if change is not null and verdict is null then
        slot := change_hold[change];
        if change_minor[change] > 0 and hold_ids[slot] is not null then
          raise exception '% would open the hold % again', keys[movement], holds[slot];
        elsif hold_accounts[slot] <> account_ids[change_account[change]] then
          raise exception '% is about the hold % on another account', keys[movement], holds[slot];
        elsif coalesce(hold_remaining[slot], 0) + change_minor[change] < 0 then
          verdict := 'below_floor';
        else
          hold_ids[slot] := coalesce(hold_ids[slot], nextval('ledger_hold_id_seq'));
          hold_accounts[slot] := account_ids[change_account[change]];
          hold_remaining[slot] := coalesce(hold_remaining[slot], 0) + change_minor[change];
          for leg in first_leg .. next_leg - 1 loop
            if change_account[change] in (leg_from[leg], leg_to[leg]) then
              leg_hold[leg] := hold_ids[slot];
            end if;
          end loop;
        end if;
      end if;
      if verdict is not null then
        outcomes[movement] := verdict;
        accepted[movement] := false;
        for leg in first_leg .. next_leg - 1 loop
          balances[leg_from[leg]] := balances[leg_from[leg]] + leg_amount[leg];
          balances[leg_to[leg]] := balances[leg_to[leg]] - leg_amount[leg];
        end loop;
      end if;
    end if;
  end loop;

  select array_agg(case when accepted[place] then nextval('ledger_movement_id_seq') else ids[place] end order by place) into ids
  from generate_series(1, movement_count) place;

  insert into ledger_movement (id, key, kind, company, at, transaction_id) overriding system value
  select given.id, given.key, given.kind, given.company, to_timestamp(given.ms / 1000.0::float8), this_transaction
  from unnest(ids, keys, kinds, companies, at_ms, accepted) given (id, key, kind, company, ms, accepted)
  where given.accepted;

  insert into ledger_entry (movement_id, line, from_account, to_account, amount, from_balance, to_balance, transaction_id, hold_id)
  select ids[l.movement], l.line, account_ids[l.from_slot], account_ids[l.to_slot], l.amount, l.from_balance, l.to_balance,
         this_transaction, l.hold_id
  from unnest(leg_movement, leg_line, leg_from, leg_to, leg_amount, from_after, to_after, leg_hold)
    l (movement, line, from_slot, to_slot, amount, from_balance, to_balance, hold_id)
  where accepted[l.movement];

  update ledger_account a set balance = given.balance
  from unnest(account_ids, balances) given (id, balance)
  where a.id = given.id and a.id = any (account_ids) and a.balance <> given.balance;

  if cardinality(holds) > 0 then
    insert into ledger_hold (id, key, account_id, remittance_id, purpose, source, amount, remaining, opened_at)
    overriding system value
    select hold_ids[c.hold], holds[c.hold], account_ids[c.account], c.remittance_id, c.purpose, c.source, c.minor,
           hold_remaining[c.hold], to_timestamp(at_ms[c.movement] / 1000.0::float8)
    from unnest(change_movement, change_hold, change_account, change_minor, change_remittance, change_purpose, change_source)
      c (movement, hold, account, minor, remittance_id, purpose, source)
    where c.minor > 0 and accepted[c.movement];

    update ledger_hold h set remaining = given.remaining
    from unnest(hold_ids, hold_remaining) given (id, remaining)
    where h.id = given.id and h.id = any (hold_ids) and h.remaining <> given.remaining;
  end if;

  foreach step_word in array step_words loop
    select array_agg(id), array_agg(from_status), array_agg(to_status), array_agg(detail::jsonb),
      array_agg(to_timestamp(at_ms[movement] / 1000.0::float8))
    into step_ids, step_froms, step_tos, step_details, step_times
    from unnest(step_movement, step_kind, step_id, step_from, step_to, step_detail)
      s (movement, word, id, from_status, to_status, detail)
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

-- By name, so that one which a running program of the release before still calls beside its successor is granted too.
do $$
declare
  each regprocedure;
begin
  for each in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
    and proname in ('ledger_open', 'ledger_post')
  loop
    execute format('revoke execute on function %s from public', each);
    execute format('grant execute on function %s to atrium_app', each);
  end loop;
end $$;
