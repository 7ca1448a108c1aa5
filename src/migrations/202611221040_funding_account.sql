-- Somewhere that a client's money can be, read in one statement whichever of both it is: their numbers are of ranges apart from each
-- other (law/numbers.ts). A wallet has no platform, no type, and what the
-- ledger says is on it; a trading account is under review while a difference between its two books has been reported.
create view funding_account as
  select number, client_id, company_id, currency, status, platform, type_key, is_demo, is_promo, null::bigint as in_ledger,
    exists (select from reconciliation_difference d
      where d.number = a.number and d.closed_at is null and d.reported_at is not null) as is_under_review
    from trading_account a
  union all
  select w.number, w.client_id, w.company_id, w.currency, w.status, null, null, false, false,
    coalesce((select a.balance from ledger_account a
      where a.code = w.company_id || ':' || w.currency || ':client:' || w.client_id || ':wallet'), 0),
    false
    from wallet w;
grant select on funding_account to atrium_app;

-- What a client may still exchange is looked at and taken in one statement. The rows stay where they are.
create function exchange_take(client integer, remittance integer, on_day date, minor bigint, most bigint)
returns table (taken boolean, used bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One at a time of each client, so that two together do not take more than is left.
  perform pg_advisory_xact_lock(hashtextextended('exchange:' || client, 0));
  select coalesce(sum(e.worth), 0)::bigint into used from exchange e
    where e.client_id = client and e.day = on_day and e.remittance_id <> remittance;
  taken := used + minor <= most;
  if taken then
    insert into exchange (remittance_id, client_id, day, worth) values (remittance, client, on_day, minor)
      on conflict (remittance_id) do nothing;
  end if;
  return next;
end $$;
revoke execute on function exchange_take from public;
grant execute on function exchange_take to atrium_app;

-- Grows with every rate that is added, so that a process which has read them knows whether there are others by now. A row and no
-- sequence: it is seen with what was added, and not before.
create table rate_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null
);
insert into rate_version (version) values (1);
create function rate_added() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update rate_version set version = version + 1;
  return null;
end $$;
create trigger rate_added after insert or update or delete on reference_rate for each statement execute function rate_added();
create trigger rate_added after insert or update or delete on house_rate for each statement execute function rate_added();
grant select on rate_version to atrium_app;
