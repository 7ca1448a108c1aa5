-- What a client told anew of themselves after the second step of the registration, section by section: each time a row, kept for good.

create table enrolment_update (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  section text not null check (section in ('employment', 'means', 'anticipated_turnover', 'tax')),
  answers jsonb not null,
  at timestamptz not null
);
create index enrolment_update_client on enrolment_update (client_id, id);

grant select, insert on enrolment_update to atrium_app;
