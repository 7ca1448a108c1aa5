-- The name by which a vendor of research knows a client: made by us, found nowhere else.
create table research_subject (
  client_id integer primary key references client (id),
  subject uuid not null unique
);

-- When the vendor last opened a page of each service, and since when it has not (application time).
create table research_state (
  service text primary key,
  answered_at timestamptz,
  failing_since timestamptz
);

grant select, insert on research_subject to atrium_app;
grant select, insert, update on research_state to atrium_app;
