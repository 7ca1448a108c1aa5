-- The chain's own name of a transaction, where one has it: what a client has of a payment in coins.
alter table provider_transaction add column hash text;

grant update (hash) on provider_transaction to atrium_app;
