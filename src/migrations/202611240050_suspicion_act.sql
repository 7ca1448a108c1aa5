-- What became of a file of suspicion, with why: the words stand here, for the right of the file, and no more in the audit.
create table suspicion_act (
  id integer generated always as identity primary key,
  file_id integer not null references suspicion_file,
  action text not null check (action in ('propose_report', 'propose_dismiss', 'agree', 'disagree')),
  staff text not null,
  at timestamptz not null,
  reason text not null check (length(reason) <= 500)
);
create index suspicion_act_file on suspicion_act (file_id, id);
grant select, insert on suspicion_act to atrium_app;
-- Only erasure takes the words away.
grant update (reason) on suspicion_act to atrium_app;
