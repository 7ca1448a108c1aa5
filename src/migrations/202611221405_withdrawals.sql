-- Withdrawals: what each is to be paid out as, line by line, as the client has seen it; and how its parts go to their providers.

-- A line of a withdrawal: so much of it goes back to what one deposit was paid by. It stands from the quote on, and with it.
create table withdrawal_line (
  id bigint generated always as identity primary key,
  remittance_id integer not null references remittance on delete cascade,
  place integer not null,
  method_id integer not null,
  provider text not null,
  -- A refund is of the payment itself; a payout goes to what paid it.
  way text not null check (way in ('refund', 'payout')),
  -- The deposit that it gives back.
  source_id integer not null references remittance,
  -- As the client knows it: the masked number of a card.
  label text,
  -- What leaves the account for it, its share of the fee among it; and what of that rounding leaves over.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  left_over bigint not null default 0 check (left_over >= 0),
  currency text not null,
  -- What arrives, in the currency of the deposit.
  pays_amount bigint not null check (pays_amount > 0),
  pays_currency text not null,
  -- Units of pays_currency for one of currency, times 10^10; null when both are the same.
  rate bigint check (rate > 0),
  -- While its quote is being saved: so long nobody else plans with the same money.
  reserved_until timestamptz,
  unique (remittance_id, place)
);
create index withdrawal_line_source on withdrawal_line (source_id);

create trigger append_only before update of id, remittance_id, place, method_id, provider, way, source_id, amount, fee, left_over,
  currency, pays_amount, pays_currency, rate
  on withdrawal_line for each row execute function refuse_change();

-- A part is of a line. Its way may become another one, when a refund is refused and a payout is tried; `due_at`: when somebody has to
-- look at it next.
alter table payout
  add column line_id bigint references withdrawal_line,
  add column way text check (way in ('refund', 'payout')),
  add column due_at timestamptz,
  add column attempts integer not null default 0;
create index payout_due on payout (due_at) where phase in ('waiting', 'sent');
create unique index payout_line on payout (line_id) where line_id is not null;

-- Where a client's money goes to outside, and from when on it may: a new one cools off.
create table payout_destination (
  client_id integer not null references client,
  method_id integer not null,
  -- What tells it from others of the method: the masked number of a card.
  name text not null,
  usable_from timestamptz not null,
  created_at timestamptz not null,
  primary key (client_id, method_id, name)
);

-- A provider's report tells payouts of ours apart from payments.
alter table settlement_line drop constraint settlement_line_kind_check, add constraint settlement_line_kind_check
  check (kind in ('payment', 'payout', 'refund', 'chargeback', 'won_back'));

grant select, insert on withdrawal_line, payout_destination to atrium_app;
grant update (reserved_until) on withdrawal_line to atrium_app;
grant insert (line_id, way, due_at) on payout to atrium_app;
grant update (way, due_at, attempts) on payout to atrium_app;
