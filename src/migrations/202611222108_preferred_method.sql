-- The way of paying in that a client wants each deposit to begin with; none where they have chosen none.
create table preferred_method (
  client_id integer primary key references client (id),
  method_id integer not null,
  chosen_at timestamptz not null
);

grant select, insert, update, delete on preferred_method to atrium_app;
