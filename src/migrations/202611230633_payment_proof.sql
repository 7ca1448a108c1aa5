-- What the saving of a payment was proven with, as a digest: whoever sends the same once more, even at the same moment, has proven it.
create table payment_proof (
  remittance_id integer primary key references remittance,
  digest bytea not null,
  -- Application time.
  at timestamptz not null
);

grant select, insert, update on payment_proof to atrium_app;
