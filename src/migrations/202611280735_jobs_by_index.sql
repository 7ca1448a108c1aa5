-- What the sweeps look for, by an index of its own, so that they cost what there is to do and not how many clients there are.

-- Clients who are closed, by when and by their numbers; and those who may not trade.
create index client_closed_at on client (company_id, closed_at) where closed_at is not null;
create index client_closed on client (id) where status_id in (5, 18, 19);
create index client_restricted on client (id) where status_id in (4, 5, 14, 18, 19) or charged_back or trading_restricted;
-- Accounts for shares of listed companies: some of all.
create index trading_account_stocks on trading_account (platform, number)
  where status = 'active' and type_key in ('advantage stock', 'stock mt5');
-- Who holds gold, among those who hold money.
create index ledger_account_unit on ledger_account (unit) where client_id is not null;
create index enrolment_draft_age on enrolment_draft (saved_at);
-- A backlog is taken from its front.
create index screening_due_next on screening_due (failed_at nulls first, client_id);
create index risk_change_failed on risk_change (id) where failed_at is not null;
-- Losses that were seen and not told yet.
create index account_loss_untold on account_loss (period, number) where told_at is null;

-- When each client did something last, as it was when that was looked at: only who has been idle since is looked at again.
create table idle_watch (
  client_id integer primary key references client on delete cascade,
  last_done_at timestamptz not null,
  -- Not before then, however long they have been idle.
  next_at timestamptz not null
);
create index idle_watch_due on idle_watch (last_done_at, next_at);
grant select, insert, update, delete on idle_watch to atrium_app;

create function watch_idle() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into idle_watch values (new.id, new.registered_at, new.registered_at)
    on conflict (client_id) do update set last_done_at = excluded.last_done_at, next_at = excluded.next_at;
  return null;
end $$;
create trigger watched_for_idleness after insert or update of registered_at on client for each row execute function watch_idle();
insert into idle_watch select id, registered_at, registered_at from client;
