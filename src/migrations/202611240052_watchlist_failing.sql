-- Since when a list could not be read; from some time on what would be paid out waits until it is.
alter table watchlist add column failing_since timestamptz;
alter table watchlist add column is_stale boolean not null default false;
grant update (failing_since, is_stale) on watchlist to atrium_app;
