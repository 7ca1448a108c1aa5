-- How risky a client is held to be: never told to clients.

-- Something has changed that the risk is made of. Only added to, so that no payment waits here for another.
create table risk_change (
  id bigint generated always as identity primary key,
  client_id integer not null,
  -- When computing it failed last: such a one comes after the others, and is told of once.
  failed_at timestamptz
);

-- Each time that something else was computed, kept for good.
create table risk_assessment (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  -- Of law/risk.ts.
  table_version text not null,
  points integer not null,
  level text not null check (level in ('low', 'medium', 'high')),
  -- Factor, value and points of each.
  factors jsonb not null,
  at timestamptz not null
);
create index risk_assessment_client on risk_assessment (client_id, id);
create trigger append_only before update or delete on risk_assessment for each row execute function refuse_change();

-- What holds now.
create table client_risk (
  client_id integer primary key references client,
  assessment_id integer references risk_assessment,
  table_version text,
  level text check (level in ('low', 'medium', 'high')),
  -- What two persons have put in the place of the level, over which one, and why.
  override_level text check (override_level in ('low', 'medium', 'high')),
  override_over text check (override_over in ('low', 'medium', 'high')),
  override_asked_by text,
  override_approved_by text,
  override_reason text,
  override_at timestamptz,
  reviewed_at timestamptz,
  review_due_at timestamptz,
  check (num_nulls(override_level, override_over, override_asked_by, override_approved_by, override_reason, override_at) in (0, 6))
);
create index client_risk_review on client_risk (review_due_at) where review_due_at is not null;
create index client_risk_version on client_risk (table_version);

create table risk_review (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  level text not null check (level in ('low', 'medium', 'high')),
  papers text[] not null,
  reason text not null,
  reviewed_by text not null,
  approved_by text check (approved_by <> reviewed_by),
  at timestamptz not null,
  next_at timestamptz not null
);
create index risk_review_client on risk_review (client_id, id);

-- Whoever changes it: nobody has to remember.
create function risk_follow() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'client' then
    insert into risk_change (client_id) values (new.id);
  else
    insert into risk_change (client_id) values (new.client_id);
  end if;
  return null;
end $$;
create trigger risk_joined after insert on client for each row execute function risk_follow();
-- By the status a client is closed (client_closing).
create trigger risk_changed after update of country, has_approved_id, has_approved_residence, status_id, closed_at on client for each row
  when ((old.country, old.has_approved_id, old.has_approved_residence, old.closed_at)
    is distinct from (new.country, new.has_approved_id, new.has_approved_residence, new.closed_at))
  execute function risk_follow();
create trigger risk_told after insert on enrolment for each row execute function risk_follow();
create trigger risk_updated after insert on enrolment_update for each row execute function risk_follow();
create trigger risk_found after insert or update of status on screening_hit for each row execute function risk_follow();
create trigger risk_paid after update of phase on remittance for each row
  when (old.phase <> new.phase and new.phase = 'completed') execute function risk_follow();
create trigger risk_opened after insert on trading_account for each row execute function risk_follow();
create trigger risk_traded after insert on gold_trade for each row execute function risk_follow();
create trigger risk_provides after insert or update of status on provider_request for each row execute function risk_follow();
create trigger risk_disputed after insert on dispute for each row execute function risk_follow();

grant select, update, delete on risk_change to atrium_app;
grant select, insert on risk_assessment, risk_review to atrium_app;
grant insert on risk_change to atrium_app;
grant select, insert, update on client_risk to atrium_app;
