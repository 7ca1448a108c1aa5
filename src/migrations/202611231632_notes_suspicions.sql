-- What staff write down of a client: only added to, a note is corrected by another one. Never told to clients.
create table client_note (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  category text not null check (category in ('general', 'contact', 'money', 'compliance')),
  text text not null check (length(text) <= 4000),
  -- The note in whose place it stands; each is corrected once at most.
  corrects integer unique references client_note,
  written_by text not null,
  at timestamptz not null
);
create index client_note_client on client_note (client_id, id);
-- What was written stays as it was; only erasure, by the owner's hand, takes its words away.
grant select, insert on client_note to atrium_app;
grant update (text) on client_note to atrium_app;

-- What is suspected of a client. Whoever lacks the right learns from nothing that there is such a file.
create table suspicion_file (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  state text not null default 'open' check (state in ('open', 'proposed', 'reported', 'dismissed')),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  -- What one person proposes and another decides.
  proposal text check (proposal in ('report', 'dismiss')),
  proposed_by integer references staff,
  proposed_at timestamptz,
  proposal_reason text,
  decided_by integer references staff,
  decided_at timestamptz,
  decision_reason text,
  -- Nobody decides what they proposed, whatever the program does.
  check (decided_by is null or decided_by <> proposed_by),
  check ((state in ('reported', 'dismissed')) = (decided_by is not null)),
  check (state = 'open' or proposed_by is not null)
);
create unique index suspicion_file_open on suspicion_file (client_id) where state in ('open', 'proposed');
create index suspicion_file_due on suspicion_file (due_at) where state in ('open', 'proposed');

-- What was seen, by whom, and what it is about: only added to.
create table suspicion_fact (
  id integer generated always as identity primary key,
  file_id integer not null references suspicion_file,
  -- As `thing:id`.
  subject text not null check (length(subject) <= 60),
  text text not null check (length(text) <= 500),
  told_by text not null,
  at timestamptz not null
);
create index suspicion_fact_file on suspicion_fact (file_id, id);
grant select, insert, update on suspicion_file to atrium_app;
grant select, insert on suspicion_fact to atrium_app;
grant update (text) on suspicion_fact to atrium_app;
-- Why somebody was reviewed goes with the years too.
grant update (reason) on risk_review to atrium_app;
