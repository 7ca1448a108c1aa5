-- A negative balance that is too much for a day and a client, or that the client may have covered on another account, waits for a
-- person, who pays it back after all or leaves it as it is.
alter table negative_balance drop constraint negative_balance_status_check, add constraint negative_balance_status_check
  check (status in ('found', 'corrected', 'posted', 'dropped', 'waiting', 'declined'));
drop index negative_balance_open;
create unique index negative_balance_open on negative_balance (number) where status in ('found', 'corrected', 'waiting');
-- Why it waits, or has waited; null: it was paid back by itself.
alter table negative_balance add column flag text check (flag in ('over_limit', 'hedged', 'no_rate'));
create index negative_balance_client on negative_balance (client_id, found_at);
grant select, insert, update on negative_balance to atrium_app;
