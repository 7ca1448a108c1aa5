-- What whoever judges addresses of chains has said of a destination, each time it was asked. Never told to clients.
create table destination_screening (
  id bigint generated always as identity primary key,
  destination_id integer not null references own_destination,
  risk text not null check (risk in ('low', 'medium', 'high', 'severe')),
  -- The service's own number of the verdict.
  reference text not null,
  at timestamptz not null
);
create index destination_screening_of on destination_screening (destination_id, id);
create trigger append_only before update or delete on destination_screening for each row execute function refuse_change();

grant select, insert on destination_screening to atrium_app;
