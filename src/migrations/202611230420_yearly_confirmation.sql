-- The yearly confirmation, what else stands over the page until a client has told it, and the status that waits behind 66.

-- What a client has still to tell, from when on it is asked after sign-in, and when it was put off (on the wall clock: the sign-in after
-- that asks again) or told of.
alter table client_due drop constraint client_due_what_check;
alter table client_due add constraint client_due_what_check
  check (what in ('tax_number', 'yearly_confirmation', 'employment', 'anticipated_turnover', 'cfd_risk', 'professional'));
alter table client_due drop constraint client_due_why_check;
alter table client_due add constraint client_due_why_check
  check (why in ('later', 'not_yet_issued', 'year', 'asked', 'unanswered'));
alter table client_due add column put_off_at timestamptz;
alter table client_due add column told_at timestamptz;

-- Whoever has completed the registration confirms a year after that; whoever was never asked about the risk is asked.
insert into client_due (client_id, what, why, due_at, created_at)
  select client_id, 'yearly_confirmation', 'year', max(at) + interval '365 days', max(at) from enrolment group by client_id;
insert into client_due (client_id, what, why, due_at, created_at)
  select e.client_id, 'cfd_risk', 'unanswered', max(e.at), max(e.at) from enrolment e join client c on c.id = e.client_id
   where c.company_id = 5 group by e.client_id having not bool_or(e.answers ? 'risk_understanding');

alter table enrolment_update drop constraint enrolment_update_section_check;
alter table enrolment_update add constraint enrolment_update_section_check
  check (section in ('employment', 'means', 'anticipated_turnover', 'tax', 'yearly', 'cfd_risk'));

-- Each confirmation, kept for good: the answers to the suitability questions with the version that they were given to. What was told anew
-- stands in its update, the test in its attempt.
create table yearly_confirmation (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  company_id integer not null,
  update_id integer not null references enrolment_update,
  attempt_id integer references appropriateness_attempt,
  suitability_version text not null,
  suitability jsonb not null,
  at timestamptz not null
);
create index yearly_confirmation_client on yearly_confirmation (client_id, id);

-- Whoever did not confirm in time (status 66), and what they were before.
create table client_repeat (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  from_status integer not null,
  began_at timestamptz not null,
  ended_at timestamptz
);
create unique index client_repeat_open on client_repeat (client_id) where ended_at is null;

grant select, insert on yearly_confirmation to atrium_app;
grant select, insert, update on client_repeat to atrium_app;
