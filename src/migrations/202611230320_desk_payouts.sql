-- Parts of a withdrawal that wait for staff, and papers that staff asks for.

-- `held_for`: it waits for staff, as what a split has left for later, or because nobody has taken it; what was refused waits until
-- `due_at`. `tries`: how often staff has had it tried again; each try is another order at its provider.
alter table payout
  add column held_for text check (held_for in ('split', 'refused')),
  add column tries integer not null default 0;
create index payout_held on payout (remittance_id) where held_for is not null;

grant update (held_for, tries) on payout to atrium_app;

-- A paper that a client was asked for about a transfer: one at a time.
create table paper_request (
  id integer generated always as identity primary key,
  remittance_id integer not null references remittance,
  kind text not null,
  asked_at timestamptz not null,
  answered_at timestamptz
);
create unique index paper_request_open on paper_request (remittance_id) where answered_at is null;
create index paper_request_remittance on paper_request (remittance_id);

grant select, insert on paper_request to atrium_app;
grant update (answered_at) on paper_request to atrium_app;
