-- Papers of clients. The numbers of statuses and types are the documents' own (law/documents.ts).
create table document (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  kind text not null check (kind in ('identity', 'residence', 'payment', 'other')),
  type_id integer not null,
  status smallint not null check (status between 1 and 9),
  -- As the client typed it.
  number text,
  issue_date date,
  expiry_date date,
  is_residence_too boolean not null default false,
  whose text,
  comment text,
  -- The front of a card: nobody looks at it before its reverse is there.
  reverse_follows boolean not null default false,
  -- Why a second person has to agree to its approval.
  risks text[] not null default '{}',
  -- Why it was rejected, as the desk chose it.
  reasons text[] not null default '{}',
  -- Application time.
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text
);
create index document_client on document (client_id, id);
create index document_expiry on document (expiry_date) where status = 2 and expiry_date is not null;
create index document_number on document (kind, number) where number is not null;

create table document_file (
  file_id uuid primary key references stored_file,
  document_id integer not null references document,
  side text not null check (side in ('front', 'reverse')),
  unique (document_id, side)
);

grant select, insert, update on document to atrium_app;
grant select, insert on document_file to atrium_app;
