-- A document that a client scans here, for the vendor to read: from the choice of it until it is handed over, or given up.
create table scan_flow (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  -- Of the document, ISO 3166 alpha-2.
  country text not null,
  document_type text not null check (document_type in ('passport', 'identity_card', 'driving_licence')),
  state text not null default 'created' check (state in ('created', 'waiting', 'completed', 'rejected')),
  document_id integer references document,
  -- Application time.
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index scan_flow_client on scan_flow (client_id, id);
-- One after the other.
create unique index scan_flow_open on scan_flow (client_id) where state in ('created', 'waiting');

grant delete on document_file to atrium_app;
grant select, insert on scan_flow to atrium_app;
grant update (country, document_type, state, document_id, changed_at) on scan_flow to atrium_app;
