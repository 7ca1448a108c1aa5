-- Which promotion an account has its bonus from (document 1 §9: some of them ask nobody to give the bonus up); empty where nobody said.
alter table trading_account add column promotion_id integer check (promotion_id > 0);

create or replace view funding_account as
  select number, client_id, company_id, currency, status, platform, type_key, is_demo, is_promo, null::bigint as in_ledger,
    exists (select from reconciliation_difference d
      where d.number = a.number and d.closed_at is null and d.reported_at is not null) as is_under_review,
    promotion_id
    from trading_account a
  union all
  select w.number, w.client_id, w.company_id, w.currency, w.status, null, null, false, false,
    coalesce((select a.balance from ledger_account a
      where a.code = w.company_id || ':' || w.currency || ':client:' || w.client_id || ':wallet'), 0),
    false, null
    from wallet w;
