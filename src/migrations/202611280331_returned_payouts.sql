-- What comes back of a payout after its provider has told that it was paid is a transaction of that provider too, of the part that it
-- was paid by.
alter table provider_transaction add column payout_id integer references payout;
create index provider_transaction_payout on provider_transaction (payout_id) where payout_id is not null;
