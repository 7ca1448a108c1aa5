-- Disputes: chargebacks that arrived, what the broker answers them with, and how they ended.

create table dispute (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  company_id smallint not null,
  -- The payment that is disputed, and the transfer that took it back.
  remittance_id integer not null references remittance,
  reversal_id integer not null unique references remittance,
  provider text not null,
  transaction_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- What is known of the payment, as it was known then.
  payment jsonb not null,
  status text not null default 'open' check (status in ('open', 'sent', 'won', 'lost', 'dropped')),
  opened_at timestamptz not null,
  evidence_due_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  ended_why text check (ended_why in ('won_back', 'accepted', 'too_late', 'bank_decided', 'nothing_taken')),
  ended_by text,
  -- Until then the client is restricted.
  lifted_at timestamptz,
  check ((ended_at is null) = (status in ('open', 'sent'))),
  check ((ended_at is null) = (ended_why is null))
);
create index dispute_client on dispute (client_id, id);
create index dispute_open on dispute (evidence_due_at) where status = 'open';
create index dispute_restricting on dispute (client_id) where lifted_at is null;

create table dispute_evidence (
  file_id uuid primary key references stored_file,
  dispute_id integer not null references dispute,
  kind text not null,
  note text not null,
  added_by text not null,
  added_at timestamptz not null
);
create index dispute_evidence_dispute on dispute_evidence (dispute_id);

-- A payment of the client's is disputed: what may be done is less (law/gates.ts).
alter table client add column charged_back boolean not null default false;

grant select, insert, update on dispute to atrium_app;
grant select, insert on dispute_evidence to atrium_app;
