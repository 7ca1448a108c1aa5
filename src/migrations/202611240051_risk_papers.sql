-- Papers that a client is asked for by a review of their risk, until when, and what follows when they do not come.
create table risk_paper_request (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  papers text[] not null check (cardinality(papers) > 0),
  -- A member of staff, or `risk` where the review asked by itself.
  asked_by text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- So often more time was given.
  extended integer not null default 0,
  -- So many days before it the client was reminded last.
  reminded_days integer,
  -- Opens no positions since then; the restriction is null where the client was kept from it already.
  restricted_at timestamptz,
  restriction_id integer references client_restriction,
  -- Stands before compliance since then: whether the client stays.
  escalated_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('reviewed', 'no_business')),
  check ((ended_at is null) = (outcome is null)),
  check (escalated_at is null or restricted_at is not null)
);
create unique index risk_paper_request_open on risk_paper_request (client_id) where ended_at is null;
create index risk_paper_request_due on risk_paper_request (due_at) where ended_at is null;
grant select, insert on risk_paper_request to atrium_app;
grant update (due_at, extended, reminded_days, restricted_at, restriction_id, escalated_at, ended_at, outcome) on risk_paper_request to atrium_app;
