-- Destinations of payouts in a client's own name, as the client told them. What one says never changes: another is another row.
create table own_destination (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  method_id integer not null,
  -- What tells it from others of the method, as the client knows it: an e-mail address, an account, an address of a chain.
  name text not null check (length(name) between 3 and 300),
  -- What the provider has to be told (areas/payments/payout/destinations.ts).
  details jsonb not null,
  created_at timestamptz not null,
  unique (client_id, method_id, name)
);
create trigger append_only before update or delete on own_destination for each row execute function refuse_change();

-- A line gives a deposit back, or goes to a destination of the client's own, or both.
alter table withdrawal_line
  alter column source_id drop not null,
  add column destination_id integer references own_destination;

grant select, insert on own_destination to atrium_app;
