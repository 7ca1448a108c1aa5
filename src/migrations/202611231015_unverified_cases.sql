-- A case for each currency of what could not go back by itself.
update desk_case set subject = subject || ':' || (detail ->> 'currency')
where queue = 'withdrawals' and subject ~ '^unverified:[0-9]+$' and closed_at is null and detail ->> 'currency' is not null;

-- What of each deposit a line of a payout to a named account gives back, in the currency of the wallet: such a line may name no deposit.
create table unverified_given (
  line_id bigint not null references withdrawal_line,
  deposit_id integer not null references unverified_deposit on delete cascade,
  amount bigint not null check (amount > 0),
  primary key (line_id, deposit_id)
);
create index unverified_given_of on unverified_given (deposit_id);
grant select, insert on unverified_given to atrium_app;

-- When something of it went back for the first time, or stayed longer than its days: nothing more is paid in since.
alter table unverified_deposit add column over_at timestamptz;
update unverified_deposit set over_at = coalesce(ended_at, due_at) where return_id is not null;
grant update (over_at) on unverified_deposit to atrium_app;
