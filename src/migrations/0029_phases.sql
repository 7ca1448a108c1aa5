-- A phase is written by remittance_steps_apply alone (areas/remittance/steps.sql), so it keeps what is under way in the same
-- breath: a trigger that looks at every row that an update has written cost more than the update of the table that it kept.
revoke update on remittance from atrium_app;
grant update (amount, currency, fee, account_amount, account_currency, rate, rate_as_of, left_over, removes_bonus)
  on remittance to atrium_app;

-- An open phase of areas/remittance/rules.ts: somebody waits for it.
create function remittance_is_open(phase text) returns boolean
language sql immutable as $$ select phase not in ('quoted', 'completed', 'declined', 'cancelled', 'failed') $$;

drop trigger follow_updated on remittance;
create or replace function remittance_follow() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into remittance_under_way (remittance_id, client_id, phase, expires_at, updated_at)
  select id, client_id, phase, expires_at, updated_at from written where remittance_is_open(phase);
  return null;
end $$;

-- Nobody reads the trail by its client yet; who does brings the index that suits the question.
drop index audit_event_client;
