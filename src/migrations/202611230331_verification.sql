-- Papers that a vendor looks at. What it has read on one, and by which way it came, stands with the paper.
alter table document
  add column via text not null default 'client' check (via in ('client', 'vendor', 'scan')),
  add column read_facts jsonb,
  drop constraint document_kind_check,
  add constraint document_kind_check check (kind in ('identity', 'residence', 'payment', 'other', 'screening'));

-- One applicant at the vendor: a client as a whole, or one document that was scanned here.
create table verification (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  purpose text not null check (purpose in ('profile', 'scan')),
  -- Our own name of it there.
  reference text not null unique,
  -- The vendor's; null until it has told it.
  applicant text unique,
  phase text not null default 'open' check (phase in ('open', 'pending', 'accepted', 'retry', 'final')),
  -- The vendor's own words, and why it has rejected, for staff.
  words text not null default '',
  labels text[] not null default '{}',
  comment text,
  staff_comment text,
  read_facts jsonb,
  -- Of what was read and typed, what differs.
  differs text[] not null default '{}',
  -- Grows with each answer of the vendor's that was written down: an older one never goes over a newer one.
  version integer not null default 0,
  -- Application time.
  created_at timestamptz not null,
  phase_at timestamptz not null,
  looked_at timestamptz
);
create index verification_client on verification (client_id, id);
create index verification_waiting on verification (looked_at) where phase in ('open', 'pending') and applicant is not null;

-- Its messages, once each by their bytes; how often they came.
create table verification_message (
  id bigint generated always as identity primary key,
  provider text not null,
  digest bytea not null,
  applicant text not null,
  reference text,
  type text not null,
  body bytea not null,
  headers jsonb not null,
  -- When the vendor wrote it.
  told_at timestamptz not null,
  received_at timestamptz not null default now(),
  times integer not null default 1,
  processed_at timestamptz,
  outcome text,
  unique (provider, digest)
);

grant select, insert, update on verification to atrium_app;
grant select, insert on verification_message to atrium_app;
grant update (times, processed_at, outcome) on verification_message to atrium_app;
