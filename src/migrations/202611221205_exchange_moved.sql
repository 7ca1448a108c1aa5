-- The day's allowance is used up by money that moved: what was declined, came back or never left has not. What is being saved counts
-- until it is known.
create or replace function exchange_take(client integer, remittance integer, on_day date, minor bigint, most bigint)
returns table (taken boolean, used bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One at a time of each client, so that two together do not take more than is left.
  perform pg_advisory_xact_lock(hashtextextended('exchange:' || client, 0));
  used := exchange_used(client, on_day, remittance);
  taken := used + minor <= most;
  if taken then
    insert into exchange (remittance_id, client_id, day, worth) values (remittance, client, on_day, minor)
      on conflict (remittance_id) do nothing;
  end if;
  return next;
end $$;

create function exchange_used(client integer, on_day date, but integer) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(e.worth), 0)::bigint from exchange e join remittance r on r.id = e.remittance_id
  where e.client_id = client and e.day = on_day and e.remittance_id <> but and r.phase not in ('declined', 'cancelled', 'failed')
$$;

-- What was taken for a transfer that could not begin is there again.
create function exchange_give_back(remittance integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from exchange e using remittance r where e.remittance_id = remittance and r.id = e.remittance_id and r.phase = 'quoted'
$$;
revoke execute on function exchange_used, exchange_give_back from public;
grant execute on function exchange_used, exchange_give_back to atrium_app;
