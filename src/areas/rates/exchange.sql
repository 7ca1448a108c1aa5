-- Takes what transfers exchange off their clients' allowances of a day, inside the transaction that moves the money
-- (payments/transitions.sql), when the payments are in their new phase. Applied again whenever this text changes.
--
-- `takings`: { remittance, client, day, worth, most }, worth and most in US cents. A client whose day is used up by then fails the whole
-- call with AX001, so that no money moves past the allowance; only money that moved counts.
create or replace function exchange_take_moved(takings jsonb[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  spent text;
begin
  -- One at a time of each client, so that two together do not take more than is left; in one order, so that nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended('exchange:' || c.client, 0)) from (
    select distinct (taking ->> 'client')::integer as client from unnest(takings) taking order by 1
  ) c;
  insert into exchange (remittance_id, client_id, day, worth)
  select (t.taking ->> 'remittance')::integer, (t.taking ->> 'client')::integer, (t.taking ->> 'day')::date,
    (t.taking ->> 'worth')::bigint
  from unnest(takings) t (taking)
  on conflict (remittance_id) do nothing;
  select string_agg(d.client::text, ', ') into spent from (
    select (t.taking ->> 'client')::integer as client, (t.taking ->> 'day')::date as day, min((t.taking ->> 'most')::bigint) as most
    from unnest(takings) t (taking) group by 1, 2
  ) d
  where d.most < exchange_collected(d.client, d.day) + (
    select sum(e.worth) from exchange e join remittance r on r.id = e.remittance_id
    where e.client_id = d.client and e.day = d.day and r.phase not in ('declined', 'cancelled', 'failed')
  );
  if spent is not null then
    raise exception 'what may be exchanged today is used up: client %', spent using errcode = 'AX001';
  end if;
end $$;

-- In plpgsql its plan is kept; one that was made while the tables are small would outlive that, so it may not read them whole.
create or replace function exchange_used(client integer, on_day date, but integer) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return (
    select coalesce(sum(e.worth), 0)::bigint from exchange e join remittance r on r.id = e.remittance_id
    where e.client_id = client and e.day = on_day and e.remittance_id <> but and r.phase not in ('declined', 'cancelled', 'failed')
  ) + exchange_collected(client, on_day);
end $$;

-- What was exchanged that day to pay what the client owed, or is being asked of a platform: nobody is asked whether it may be, and it counts.
create or replace function exchange_collected(client integer, on_day date) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return (
    select coalesce(sum(c.exchanged), 0)::bigint from debt_collection c
    where c.client_id = client and (c.created_at at time zone 'UTC')::date = on_day and c.exchanged is not null and c.state <> 'dropped'
  );
end $$;

revoke execute on function exchange_take_moved, exchange_used, exchange_collected from public;
grant execute on function exchange_take_moved, exchange_used, exchange_collected to atrium_app;
