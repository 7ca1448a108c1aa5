-- What one currency is worth in another, by day.

-- The reference rates of the European Central Bank, kept as they were published.
create table reference_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  -- Units of the currency for one euro, times 10^10.
  rate bigint not null check (rate > 0),
  published_at timestamptz not null,
  primary key (currency, day)
);
create index reference_rate_day on reference_rate (day);

-- The broker's own rates, for currencies that the Bank does not quote, on top of those that ship (law/houseRates.ts).
-- A row holds from its day on until the next one; of several for one day the newest counts. Nothing is changed or
-- deleted: a rate that somebody was given stays findable.
create table house_rate (
  id integer generated always as identity primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  -- Units of the currency for one US dollar, times 10^10.
  rate bigint not null check (rate > 0),
  author text not null,
  created_at timestamptz not null
);
create index house_rate_currency on house_rate (currency, day desc, id desc);

grant select, insert, update on reference_rate to atrium_app;
grant select, insert on house_rate to atrium_app;
