-- What was kept with the saving of a quote goes with the quote, when that is dropped because nothing came of it.
alter table payment_proof
  drop constraint payment_proof_remittance_id_fkey,
  add constraint payment_proof_remittance_id_fkey foreign key (remittance_id) references remittance on delete cascade;
alter table unverified_deposit
  drop constraint unverified_deposit_remittance_id_fkey,
  add constraint unverified_deposit_remittance_id_fkey foreign key (remittance_id) references remittance on delete cascade;

-- Another amount of a quote takes another part of the cap, by the terms of then.
grant update (currency, days) on unverified_deposit to atrium_app;
