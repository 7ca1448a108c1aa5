-- Accounts of the book are part of the audit chain: whose an account is decides about money as much as its entries do.
-- Those that are there already are sealed with the next link.
alter table ledger_account add column transaction_id bigint not null default (pg_current_xact_id()::text::bigint);
create index ledger_account_transaction on ledger_account (transaction_id);
-- Null for links from before.
alter table audit_seal add column accounts integer;
-- Only the balance moves.
create trigger append_only before delete or update of id, code, company, unit, kind, client_id, floor, transaction_id
  on ledger_account for each row execute function refuse_change();

-- A provider's message stays as it came; what is kept beside it is how often it came and what was made of it.
revoke update on webhook_message from atrium_app;
grant update (times, processed_at, outcome) on webhook_message to atrium_app;
-- A setting is changed by a newer row.
revoke update on setting_version from atrium_app;

-- What a remittance moves is agreed while it is a quote, or while a payment of another amount is looked at. Then nobody changes
-- it: movements in the book and on the platforms follow from it.
create function refuse_amounts() returns trigger language plpgsql as $$
begin
  raise exception 'the amounts of remittance % are agreed', old.id using errcode = 'insufficient_privilege';
end $$;
create trigger amounts_agreed before update of amount, currency, fee, account_amount, account_currency, rate, rate_as_of, left_over
  on remittance for each row when (old.phase not in ('quoted', 'on_review')) execute function refuse_amounts();
