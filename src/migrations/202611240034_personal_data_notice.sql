-- Which version of the notice on personal data a client has agreed to, and what clients think of the portal.
alter table client
  -- Everybody who is there agreed to the first one at the registration.
  add column personal_data_version integer not null default 1,
  add column feedback_put_off_at timestamptz;

create table personal_data_agreement (
  client_id integer not null references client (id),
  company_id smallint not null,
  version integer not null check (version > 0),
  agreed_at timestamptz not null,
  address text not null,
  primary key (client_id, company_id, version)
);

create table feedback (
  id bigint generated always as identity primary key,
  client_id integer not null references client (id),
  -- Both empty: the client does not want to say.
  score smallint check (score between 1 and 5),
  text text not null,
  may_contact boolean not null,
  at timestamptz not null
);
create index feedback_client on feedback (client_id, at desc);

grant select, insert on personal_data_agreement to atrium_app;
grant update (address) on personal_data_agreement to atrium_app;
grant select, insert, delete on feedback to atrium_app;
