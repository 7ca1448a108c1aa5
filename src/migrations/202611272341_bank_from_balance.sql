-- Up to which balance that was told a look needs no transaction any more: what lay there then is begun with. 0: none was settled yet.
alter table bank_check add column from_balance integer not null default 0;
grant update (from_balance) on bank_check to atrium_app;

create index bank_balance_first on bank_balance (company_id, currency, account, opened_at);
create index bank_entry_booked on bank_entry (account, booked_at);
