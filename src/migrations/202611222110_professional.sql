-- Applications to be treated as an elective professional client: what is asked for, what shows it, and what was decided.

create table professional_application (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  created_at timestamptz not null,
  -- The request in writing, and the separate acknowledgement of the warning.
  requested_at timestamptz,
  accepted_at timestamptz,
  outcome text check (outcome in ('approved', 'declined')),
  reason_code text,
  decided_at timestamptz,
  decided_by text
);
-- One at a time.
create unique index professional_application_open on professional_application (client_id) where outcome is null;
create index professional_application_client on professional_application (client_id, id);

create table professional_evidence (
  file_id uuid primary key references stored_file,
  application_id integer not null references professional_application,
  criterion text not null,
  sent_at timestamptz not null
);
create index professional_evidence_application on professional_evidence (application_id);

grant select, insert, update on professional_application to atrium_app;
grant select, insert on professional_evidence to atrium_app;
