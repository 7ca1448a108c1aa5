-- When what came was held to the cap again: from then on it takes its part, whatever its payment was before.
alter table unverified_deposit add column received_at timestamptz;

grant update (received_at) on unverified_deposit to atrium_app;
