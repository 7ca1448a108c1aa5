-- When the platform was last asked for an account's amounts, whether or not it knew the account: what is asked for next
-- follows from it, so that an account that the platform does not know cannot hold up the others.
alter table trading_account add column asked_at timestamptz;
drop index trading_account_snapshot;
create index trading_account_asked on trading_account (platform, asked_at nulls first) where status = 'active';
create index trading_account_open on trading_account (platform, asked_at) where status = 'active' and margin > 0;
