-- The payments that bring money to an investment and take it away. Each is booked once it is completed: into what was put in and the
-- high-water mark. A payment that came to nothing leaves no row.
create table investment_flow (
  remittance_id integer primary key,
  investment_id integer not null references investment,
  direction text not null check (direction in ('in', 'out')),
  -- Of money that goes: the equity before it, in minor units of the account.
  equity bigint,
  asked_at timestamptz not null,
  booked_at timestamptz,
  check ((direction = 'out') = (equity is not null))
);
create index investment_flow_waiting on investment_flow (investment_id) where booked_at is null;
create index investment_flow_investment on investment_flow (investment_id, remittance_id);

grant select, insert, update, delete on investment_flow to atrium_app;
