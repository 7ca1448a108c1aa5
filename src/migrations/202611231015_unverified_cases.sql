-- A case for each currency of what could not go back by itself.
update desk_case set subject = subject || ':' || (detail ->> 'currency')
where queue = 'withdrawals' and subject ~ '^unverified:[0-9]+$' and closed_at is null and detail ->> 'currency' is not null;
