-- What clients have paid in before their papers were approved: a row with each saving, which ends when they are, or when it has gone back.
create table unverified_deposit (
  remittance_id integer primary key references remittance,
  client_id integer not null references client,
  company_id integer not null,
  -- What of the cap it takes, in the cap's currency.
  worth bigint not null check (worth > 0),
  currency text not null,
  -- The clock's length when it was made.
  days integer not null check (days > 0),
  made_at timestamptz not null,
  -- When the money came, and until when it may stay: all of a client's goes back with the first of it.
  arrived_at timestamptz,
  due_at timestamptz,
  -- Not looked at before, once it is due.
  look_at timestamptz,
  -- The withdrawal by which it is on its way back.
  return_id integer references remittance,
  ended_at timestamptz,
  -- verified: it is the client's to use; returned: it went back; spent: nothing of it was left; closed: the client's account was closed.
  outcome text check (outcome in ('verified', 'returned', 'spent', 'closed')),
  check ((arrived_at is null) = (due_at is null)),
  check (return_id is null or arrived_at is not null),
  check ((ended_at is null) = (outcome is null))
);
create index unverified_deposit_of on unverified_deposit (client_id);
create index unverified_deposit_open on unverified_deposit (client_id) where ended_at is null;

grant select, insert on unverified_deposit to atrium_app;
grant update (worth, arrived_at, due_at, look_at, return_id, ended_at, outcome) on unverified_deposit to atrium_app;
