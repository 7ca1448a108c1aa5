-- The staff's desk: who signs in there and how, what waits for a second person, cases, what was refused, and the audit's index.

alter table staff drop constraint staff_role_check;
alter table staff add constraint staff_role_check check (role in ('agent', 'compliance', 'finance', 'analyst', 'admin'));
-- Null until the one-time link was used.
alter table staff alter column password_hash drop not null;
alter table staff
  add column name text not null default '' check (length(name) <= 100),
  -- The secret of the authenticator app, encrypted; null: no second factor.
  add column totp_secret text,
  -- The last step of time whose code was taken: no code is taken twice.
  add column totp_step bigint,
  add column disabled_at timestamptz,
  add column last_seen_at timestamptz;
-- The audit knows staff by the local part of the address, so no two have the same.
create unique index staff_actor on staff (split_part(email, '@', 1));

create table staff_session (
  id bigint generated always as identity primary key,
  sid text not null unique,
  secret_hash bytea not null unique,
  staff_id integer not null references staff,
  address text not null,
  -- The network that the address belongs to: tries from where somebody has signed in before are counted apart.
  network text not null,
  agent text not null check (length(agent) <= 400),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_staff on staff_session (staff_id, created_at desc);

-- The one-time links of first sign-ins, hashed; using one up sets password and second factor.
create table staff_link (
  secret_hash bytea primary key,
  staff_id integer not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Encrypted; shown to whoever has the link, kept with the staff once a code of it was given.
  totp_secret text,
  used_at timestamptz
);
create index staff_link_staff on staff_link (staff_id) where used_at is null;

create table staff_recovery_code (
  staff_id integer not null references staff,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- What a second person has to approve before it happens.
create table approval (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('money', 'papers', 'moves', 'settings')),
  action text not null check (length(action) <= 100),
  subject text not null check (length(subject) between 1 and 200),
  client_id integer references client,
  -- What the area that asked needs to do it.
  payload jsonb not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) between 3 and 500),
  asked_by integer not null references staff,
  asked_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined')),
  decided_by integer references staff,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) between 3 and 500),
  check ((status = 'waiting') = (decided_by is null)),
  -- Nobody decides what they asked for, whatever the program does.
  check (decided_by is null or decided_by <> asked_by)
);
create index approval_status on approval (status, id desc);

-- What waits for somebody of the staff, by queue.
create table desk_case (
  id integer generated always as identity primary key,
  queue text not null check (length(queue) <= 40),
  subject text not null check (length(subject) between 1 and 200),
  client_id integer references client,
  detail jsonb not null default '{}',
  opened_at timestamptz not null,
  due_at timestamptz,
  claimed_by integer references staff,
  claimed_until timestamptz,
  closed_at timestamptz,
  outcome text check (length(outcome) <= 100)
);
create unique index desk_case_subject on desk_case (queue, subject) where closed_at is null;
create index desk_case_open on desk_case (queue, id) where closed_at is null;

-- Calls of the desk that were refused, counted: however many there are, no more rows than days, calls, codes and staff.
create table desk_refusal (
  day date not null,
  call text not null check (length(call) <= 100),
  code text not null check (length(code) <= 100),
  who text not null check (length(who) <= 254),
  count bigint not null,
  address text not null,
  client_id integer,
  last_at timestamptz not null,
  primary key (day, call, code, who)
);
create index desk_refusal_last on desk_refusal (last_at desc);

-- By whom and whose matter: what the audit is read by. Written by the sealer (ledger/chain.sql) and by nobody else, so that no
-- posting pays for it; what is not sealed yet is read from audit_event itself.
create table audit_index (
  event_id bigint primary key,
  client_id integer,
  actor_id text not null,
  action text not null,
  at timestamptz not null
);
insert into audit_index (event_id, client_id, actor_id, action, at)
  select id, client_id, actor_id, action, at from audit_event
  where transaction_id < (select coalesce(max(upto_transaction), 0) from audit_seal) order by id;
create index audit_index_client on audit_index (client_id, event_id) where client_id is not null;
create index audit_index_actor on audit_index (actor_id, event_id);
create index audit_index_action on audit_index (action, event_id);

-- Finding a client at the desk, by the beginning of a name or an address, and the sessions of one.
create index client_first_name on client (lower(first_name) text_pattern_ops);
create index client_last_name on client (lower(last_name) text_pattern_ops);
create index client_email_prefix on client (email text_pattern_ops);
create index session_of_client on session (client_id, id);

grant select, insert, update on staff_session, staff_link, staff_recovery_code, approval, desk_case, desk_refusal to atrium_app;
grant delete on staff_recovery_code, desk_refusal to atrium_app;
grant select on audit_index to atrium_app;
