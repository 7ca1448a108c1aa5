-- The market in the moment of a deal, as far as the platform tells it: what the spread cost follows from it.
alter table platform_deal
  add column market_bid numeric,
  add column market_ask numeric,
  -- Units of a lot.
  add column contract_size numeric,
  -- Units of the account's currency for one of the currency that the profit is counted in.
  add column rate_profit numeric;

-- A report of an account's trades is a file of its own kind.
alter table export_file drop constraint export_file_kind_check, add constraint export_file_kind_check check (kind in ('transfers', 'statement', 'trade_report'));
