-- Clients who froze their own account: from which status, and when it ends.

create table client_freeze (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  from_status integer not null,
  frozen_at timestamptz not null,
  -- Asked by the client; it is lifted then, unless they freeze it anew meanwhile.
  lifts_at timestamptz,
  lifted_at timestamptz
);
create unique index client_freeze_open on client_freeze (client_id) where lifted_at is null;
create index client_freeze_due on client_freeze (lifts_at) where lifted_at is null;

grant select, insert, update on client_freeze to atrium_app;
