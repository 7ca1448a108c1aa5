-- Who has a file written now: one at a time each, few in all, over every process. A row is a promise that ends by itself.
create unlogged table export_lease (
  owner text primary key,
  token text not null,
  until timestamptz not null
);

grant select, insert, update, delete on export_lease to atrium_app;
