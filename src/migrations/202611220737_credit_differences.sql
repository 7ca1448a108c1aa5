-- The bonus credit of an account is compared with the ledger's as its balance is: a difference is of one of the two.
alter table reconciliation_difference add column measure text not null default 'balance' check (measure in ('balance', 'credit'));
drop index reconciliation_difference_open;
create unique index reconciliation_difference_open on reconciliation_difference (number, measure) where closed_at is null;
