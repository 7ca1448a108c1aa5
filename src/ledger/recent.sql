-- What the audit of what is recent (ledger/recent.ts) finds: of the accounts that have moved since that transaction, of those
-- named, and of those numbered behind one and up to another, whose balance is not that of its entries, is below its floor, or is
-- not what its open holds come to; and of what was written since, movements and entries that do not fit together. Stable, so that
-- all of it is one instant; executed as text, so that it is planned for how little that mostly is. What belongs to an entry is
-- looked up by its id, laterally: a merge would walk through all the accounts there are. Applied again whenever this text changes.
create or replace function ledger_moved_faults(since bigint, named bigint[], behind bigint, upto_account bigint, most integer)
returns table (fault text, detail text, account bigint)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  upto constant bigint := coalesce((select upto_transaction from audit_seal order by number desc limit 1), 0);
  asked bigint[];
begin
  execute 'select array_agg(distinct id) from (
      select to_account as id from ledger_entry where transaction_id >= $1
      union all select from_account from ledger_entry where transaction_id >= $1
      union all select unnest($2)
    ) moved' into asked using since, named;
  return query execute '
    with summed as (
      select account_id, sum(amount) as balance from (
        select r.account_id, r.balance as amount from ledger_rollup r
        where r.account_id = any ($1) or r.account_id > $4 and r.account_id <= $5
        union all
        select e.to_account, e.amount from ledger_entry e where e.transaction_id >= $2
        union all
        select e.from_account, -e.amount from ledger_entry e where e.transaction_id >= $2
      ) moved group by account_id
    ), told as (
      select a.*, coalesce(s.balance, 0) as entries from ledger_account a left join summed s on s.account_id = a.id
      where a.id = any ($1) or a.id > $4 and a.id <= $5
    ), held as (
      select account_id, sum(remaining) as remaining from ledger_hold
      where state = ''open'' and (account_id = any ($1) or account_id > $4 and account_id <= $5) group by account_id
    )
    select ''balance_differs'', code || '': balance '' || balance || '', entries '' || entries, id
    from told where balance is not null and balance <> entries
    union all
    select ''below_floor'', code || '': '' || balance, id from told where balance < floor
    union all
    select ''hold_differs'', t.code || '': balance '' || t.balance || '', open holds '' || coalesce(h.remaining, 0), t.id
    from told t left join held h on h.account_id = t.id
    where t.kind = ''hold'' and t.balance <> coalesce(h.remaining, 0)
    limit $3' using asked, upto, most, behind, upto_account;
  return query execute '
    select ''movement_without_legs'', m.key, null::bigint from ledger_movement m
    where m.transaction_id >= $1 and not exists (select from ledger_entry e where e.movement_id = m.id)
    union all
    select case when m.id is null then ''entry_without_movement'' else ''leg_crosses'' end, e.movement_id || ''/'' || e.line, null
    from ledger_entry e
    left join lateral (select * from ledger_movement where id = e.movement_id offset 0) m on true
    left join lateral (select * from ledger_account where id = e.from_account offset 0) f on true
    left join lateral (select * from ledger_account where id = e.to_account offset 0) t on true
    where e.transaction_id >= $1 and (f.company = t.company and f.unit = t.unit and m.company = f.company) is not true
    limit $2' using since, most;
end $$;

revoke execute on function ledger_moved_faults from public;
grant execute on function ledger_moved_faults to atrium_app;
