-- Losses beyond an account's funds: the bonus pays first, and the rest is the broker's.

alter table negative_balance
  -- How much of the amount the account's credit covers: it is taken off before anything is paid back.
  add column credit bigint not null default 0 check (credit >= 0 and credit <= amount),
  -- How many of the operations on the platform have been made: the credit's, where there is one, and the correction.
  add column operations_done integer not null default 0,
  -- By which the platform finds its operations again; chance, so that nobody can know it beforehand.
  add column tag text check (length(tag) <= 29);
update negative_balance set tag = 'n' || id, operations_done = case status when 'found' then 0 else 1 end;
alter table negative_balance
  alter column tag set default 'n' || left(replace(gen_random_uuid()::text, '-', ''), 20),
  alter column tag set not null,
  drop constraint negative_balance_status_check,
  -- Dropped: it was not so any more when the platform was about to be asked.
  add constraint negative_balance_status_check check (status in ('found', 'corrected', 'posted', 'dropped'));
drop index negative_balance_open;
create unique index negative_balance_open on negative_balance (number) where status in ('found', 'corrected');
