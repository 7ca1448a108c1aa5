-- A provider's settlement report, line by line, beside what the book has of the same transactions.
create table settlement_line (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The day of the report, by the provider's clock.
  day date not null,
  transaction_id text not null,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'won_back')),
  reference text not null,
  -- As the report says it, in minor units where the currency is one of ours.
  letters text not null,
  amount bigint not null,
  settled_at timestamptz not null,
  read_at timestamptz not null,
  unique (provider, transaction_id, kind)
);
create index settlement_line_day on settlement_line (provider, day);
create trigger append_only before delete or update on settlement_line for each row execute function refuse_change();

-- What a day's report and the book say of a provider's account, in one currency. Minor units: more than zero came in.
create table settlement_day (
  id integer generated always as identity primary key,
  provider text not null,
  day date not null,
  currency text not null,
  reported bigint not null,
  posted bigint not null,
  -- What of the difference is explained: what waits for somebody's word, and what the book has on another day.
  explained bigint not null,
  state text not null check (state in ('same', 'explained', 'open', 'closed')),
  -- What makes it differ, the largest first.
  findings jsonb not null default '[]',
  checked_at timestamptz not null,
  unique (provider, day, currency)
);
create index settlement_day_open on settlement_day (day) where state in ('open', 'explained');

grant select, insert on settlement_line to atrium_app;
grant select, insert, update on settlement_day to atrium_app;
