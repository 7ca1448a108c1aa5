-- Balances of accounts whose codes are of an older form go to those of today's by movements of their own (kind carried_over), so
-- that no row is written anew and every statement still adds up: holds that are open, from an account for each payment to one for
-- each client and currency, with their rows; bonus credit, from one account for each client and currency to one for each login.
-- To be carried over all at once is safer than to let each hold end where it began: then two codes would have to be told apart at
-- every posting for as long as a payment may wait. A process of the version before posts nothing any more from here on: the function
-- that it calls is gone, and comes back with other parameters.
drop function if exists ledger_post;
lock table ledger_account in exclusive mode;

create function pg_temp.carry_over(from_id bigint, to_code text, minor bigint, hold bigint default null) returns void
language plpgsql as $$
declare
  giver ledger_account;
  taker ledger_account;
  movement bigint;
begin
  insert into ledger_account (code, company, unit, kind, client_id, floor, balance)
  select to_code, company, unit, kind, client_id, floor, 0 from ledger_account where id = from_id
  on conflict (code) do nothing;
  update ledger_account set balance = balance - minor where id = from_id returning * into giver;
  update ledger_account set balance = balance + minor where code = to_code returning * into taker;
  insert into ledger_movement (key, kind, company, at, transaction_id)
  select 'carried_over:' || giver.id || '-' || taker.id, 'carried_over', giver.company,
    now() + make_interval(secs => offset_seconds), pg_current_xact_id()::text::bigint
  from application_clock
  returning id into movement;
  insert into ledger_entry (movement_id, line, from_account, to_account, amount, from_balance, to_balance, transaction_id, hold_id)
  values (movement, 1, giver.id, taker.id, minor, giver.balance, taker.balance, pg_current_xact_id()::text::bigint, hold);
end $$;

do $$
declare
  held record;
  bonus record;
  account record;
  rest bigint;
  part bigint;
  hold bigint;
begin
  -- 3:USD:client:100001:hold:wallet-transfer-512, or :transfer-512 where the money is of a trading account.
  for held in
    select a.id, a.code, a.balance, split_part(a.code, ':', 6) as name from ledger_account a
    where a.kind = 'hold' and a.balance > 0 and split_part(a.code, ':', 6) ~ '^(wallet-)?transfer-[0-9]{1,9}$'
    order by a.id for update
  loop
    hold := nextval('ledger_hold_id_seq');
    perform pg_temp.carry_over(held.id, left(held.code, -length(held.name) - 1), held.balance, hold);
    insert into ledger_hold (id, key, account_id, remittance_id, purpose, source, amount, remaining, opened_at)
    overriding system value
    select hold, 'transfer:' || substring(held.name from '[0-9]+$'), a.id, substring(held.name from '[0-9]+$')::integer, 'transfer',
      case when held.name like 'wallet-%' then 'wallet' else 'trading' end, held.balance, held.balance, m.at
    from ledger_account a, ledger_movement m
    where a.code = left(held.code, -length(held.name) - 1) and m.key = 'carried_over:' || held.id || '-' || a.id;
  end loop;

  -- 3:USD:client:100001:bonus goes to the accounts of which the platform last told a credit. What no account has stays, and the
  -- reconciliation tells of each account whose credit is another than the ledger's.
  for bonus in
    select id, code, company, unit, client_id, balance from ledger_account
    where kind = 'bonus' and balance > 0 and split_part(code, ':', 6) = '' order by id for update
  loop
    rest := bonus.balance;
    for account in
      select number, credit from trading_account
      where client_id = bonus.client_id and company_id = bonus.company and currency = bonus.unit and not is_demo and credit > 0
      order by number
    loop
      part := least(rest, account.credit);
      exit when part = 0;
      perform pg_temp.carry_over(bonus.id, bonus.code || ':' || account.number, part);
      rest := rest - part;
    end loop;
  end loop;
end $$;

drop function pg_temp.carry_over;
