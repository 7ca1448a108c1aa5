-- What a payment in a coin was worth when its provider told that it is done, in the currency that its deposit was asked in: whoever has
-- paid an order twice is credited each payment at its own rate, and what takes one back takes what it has brought.
alter table provider_transaction
  add column worth bigint check (worth > 0),
  add column worth_currency text,
  -- Units of that currency for one of the coin, with ten decimals.
  add column worth_rate bigint check (worth_rate > 0),
  add column worth_at timestamptz check (num_nulls(worth, worth_currency, worth_rate, worth_at) in (0, 4));
grant update (worth, worth_currency, worth_rate, worth_at) on provider_transaction to atrium_app;

-- What is taken for a debt out of another currency counts among what its client has exchanged that day: what it was worth, in US cents;
-- null where nothing was exchanged.
alter table debt_collection add column exchanged bigint check (exchanged >= 0);
create index debt_collection_exchanged on debt_collection (client_id, ((created_at at time zone 'UTC')::date)) where exchanged is not null;
