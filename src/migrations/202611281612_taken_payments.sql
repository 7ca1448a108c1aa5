-- What a provider takes back is taken of one of the payments that its order has brought. A reversal takes back the deposit's own
-- payment, or another one that staff have credited: that one stands here.
alter table remittance add column takes_payment bigint references provider_transaction;
grant update (takes_payment) on remittance to atrium_app;

-- The number of the payment that is taken back, where the provider names it.
alter table provider_transaction add column takes_number text check (length(takes_number) between 1 and 200);
-- Of a payment, what of it has gone back before it was anybody's; of what has taken it, how much of it that was.
alter table provider_transaction add column given_back bigint not null default 0 check (given_back >= 0);
grant update (takes_number, given_back) on provider_transaction to atrium_app;

-- A transfer is asked about its transaction, as by each movement of a day that a provider's report is compared with.
create index provider_transaction_became on provider_transaction (outcome_remittance_id) where outcome_remittance_id is not null;
