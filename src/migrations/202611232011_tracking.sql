-- Whether a client has agreed that how they use the portal is counted: by a name that is drawn by lot with each yes, and gone with a no.
create table tracking_consent (
  client_id integer primary key references client,
  is_given boolean not null,
  visitor text unique check (visitor ~ '^[0-9a-f]{16}$'),
  chosen_at timestamptz not null,
  check (is_given = (visitor is not null))
);
grant select, insert, update, delete on tracking_consent to atrium_app;

-- What has happened and nobody has been told of yet; a row that was claimed is never sent again by somebody else.
create table tracking_hit (
  id bigint generated always as identity primary key,
  visitor text not null,
  name text not null check (length(name) <= 60),
  at timestamptz not null,
  claimed_at timestamptz
);
create index tracking_hit_visitor on tracking_hit (visitor);
grant select, insert, update, delete on tracking_hit to atrium_app;
