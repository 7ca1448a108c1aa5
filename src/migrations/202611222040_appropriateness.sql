-- The appropriateness test: every answer with the version that it was given to, and leverages that follow the result.

create table appropriateness_attempt (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  company_id integer not null,
  version text not null,
  -- The ids of the answers.
  answers jsonb not null,
  points integer not null,
  is_passed boolean not null,
  max_leverage integer not null check (max_leverage > 0),
  taken_in text not null,
  at timestamptz not null
);
create index appropriateness_attempt_client on appropriateness_attempt (client_id, id);

-- What the last test allows; empty for whoever has taken none here.
alter table client add column test_leverage integer;

-- Accounts whose leverage is to become less, as soon as nothing is open on them.
create table leverage_lowering (
  number integer primary key references trading_account (number),
  client_id integer not null references client,
  leverage integer not null check (leverage > 0),
  asked_at timestamptz not null,
  -- When the client was told that it waits for positions.
  told_at timestamptz,
  next_at timestamptz not null
);
create index leverage_lowering_next on leverage_lowering (next_at);

grant select, insert on appropriateness_attempt to atrium_app;
grant select, insert, update, delete on leverage_lowering to atrium_app;
