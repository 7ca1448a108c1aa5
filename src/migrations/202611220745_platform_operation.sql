-- What is asked of a trading platform, whoever asks: committed before the platform is asked, so that whoever goes on after a crash
-- knows that it has to be looked up. It takes the place of `remittance_step`, of the attempts that `negative_balance` counted, and
-- of what openings and orders knew by their own rows. areas/platform-operations is the only one that writes it.
create table platform_operation (
  -- Our name for it, which money and orders carry on the platform too.
  tag text primary key check (length(tag) between 1 and 31),
  purpose text not null check (purpose in ('payment', 'negative_balance', 'opening', 'order', 'surplus')),
  -- What it is for, as the audit trail names it: `remittance:512`.
  subject text not null check (length(subject) <= 80),
  kind text not null check (kind in ('balance', 'credit', 'correction', 'open_account', 'market_order', 'close_position')),
  platform text not null,
  login integer not null,
  client_id integer not null,
  company_id integer not null,
  -- Positive pays in, negative takes out; of what moves money.
  amount bigint check (amount <> 0),
  currency text,
  -- asking: somebody sends it, looking: somebody looks it up, both until lease_until; unknown: it has to be looked up, from
  -- lease_until on; idle: nothing has happened yet.
  state text not null check (state in ('asking', 'looking', 'unknown', 'idle', 'done', 'refused')),
  -- Grows with each claim: whoever was held up writes nothing down after the next has come.
  attempt integer not null default 1,
  -- How often it was sent, or may have been, and is not known to have done nothing.
  sends integer not null default 1 check (sends >= 0),
  lease_until timestamptz not null,
  -- Wall time of the last sending: the platform's time to act is counted from here.
  asked_at timestamptz not null,
  -- Application time of the first attempt: where the look-up begins.
  started_at timestamptz not null,
  ticket text,
  code text,
  reason text,
  updated_at timestamptz not null default now(),
  check ((amount is null) = (currency is null) and (amount is null) = (kind not in ('balance', 'credit', 'correction')))
) with (fillfactor = 70);
-- What was done twice is few; it is found by the account, whatever its state.
create index platform_operation_surplus on platform_operation (platform, login) where purpose = 'surplus';

-- What is in flight moves over, and with it what has ended of a movement that has not: it is asked what became of it.
insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, attempt,
  sends, lease_until, asked_at, started_at, ticket, code, reason, updated_at)
select s.tag, 'payment', 'remittance:' || s.remittance_id, case s.name when 'unbonus' then 'credit' else 'balance' end, s.platform,
  s.login, r.client_id, r.company_id, s.amount, s.currency, case s.state when 'acting' then 'asking' else s.state end, s.attempts,
  case s.state when 'idle' then 0 else 1 end, coalesce(s.lease_until, s.updated_at), s.updated_at, s.started_at, s.ticket, s.code,
  s.reason, s.updated_at
from remittance_step s join remittance r on r.id = s.remittance_id
where s.state in ('acting', 'unknown', 'idle') or remittance_is_open(r.phase);

-- A loss that is paid back: the credit first, where there is one, and then the correction.
insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, sends,
  lease_until, asked_at, started_at, ticket)
select o.tag, 'negative_balance', 'negative:' || n.id, o.kind, a.platform, n.number, n.client_id, n.company_id, o.amount, n.currency,
  case when o.place <= n.operations_done then 'done' else 'unknown' end, 1, coalesce(n.asked_at, now()) + interval '30 seconds',
  coalesce(n.asked_at, now()), n.found_at, case when o.place <= n.operations_done then '' end
from negative_balance n join trading_account a using (number) cross join lateral (
  select n.tag || '-u' as tag, 'credit' as kind, -n.credit as amount, 1 as place where n.credit > 0
  union all
  select n.tag, 'correction', n.amount, case when n.credit > 0 then 2 else 1 end
) o
where n.status in ('found', 'corrected') and (o.place <= n.operations_done or o.place = n.operations_done + 1 and n.attempts > 0);

-- Accounts that are being opened, and the play money of those that are for it.
insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, sends,
  lease_until, asked_at, started_at)
select o.tag, 'opening', 'account:' || a.number, o.kind, a.platform, a.number, a.client_id, a.company_id, o.amount,
  case when o.amount is not null then a.currency end, 'unknown', 1, now(), now(), a.opened_at
from trading_account a cross join lateral (
  select 'a' || a.number as tag, 'open_account' as kind, null::bigint as amount
  union all
  select 'o' || a.number, 'balance', a.demo_balance where a.demo_balance is not null
) o
where a.status = 'opening';

insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, state, sends, lease_until, asked_at,
  started_at)
select t.tag, 'order', 'order:' || t.id, case t.kind when 'open' then 'market_order' else 'close_position' end, a.platform, t.number,
  t.client_id, a.company_id, 'unknown', 1, now(), t.sent_at, t.created_at
from trading_order t join trading_account a using (number)
where t.status = 'processing' and t.tag is not null;

grant select, insert, update on platform_operation to atrium_app;
