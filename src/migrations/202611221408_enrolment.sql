-- The second step of a registration: what is typed until it is sent, what was told and what is still owed.

-- One a client; kept through a lock, a reload and another device, and gone once it is sent.
create table enrolment_draft (
  client_id integer primary key references client,
  answers jsonb not null default '{}',
  saved_at timestamptz not null,
  -- When the client went on without it, on the wall clock: the sign-in after that asks again.
  put_off_at timestamptz
);

-- What a client told, whole, each time: kept for good.
create table enrolment (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  company_id integer not null,
  answers jsonb not null,
  security_answer_hash text not null,
  is_similar_to_professional boolean not null,
  at timestamptz not null
);
create index enrolment_client on enrolment (client_id, id);

-- What a client has still to tell, and until when.
create table client_due (
  client_id integer not null references client,
  what text not null check (what in ('tax_number')),
  why text not null check (why in ('later', 'not_yet_issued')),
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (client_id, what)
);
create index client_due_at on client_due (due_at);

grant select, insert, update, delete on enrolment_draft, client_due to atrium_app;
grant select, insert on enrolment to atrium_app;
