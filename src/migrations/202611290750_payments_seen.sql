-- Whether a payment that its provider has not decided is on its way: its payer has done their part. Its deposit is not cancelled meanwhile.
alter table provider_transaction add column on_its_way boolean not null default false;
grant update (on_its_way) on provider_transaction to atrium_app;

-- A deposit whose payment was seen is waited for longer.
create function remittance_wait(waiting_id integer, until timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  with waiting as (
    update remittance set expires_at = until where id = waiting_id and phase = 'waiting_payment' returning id
  )
  update remittance_under_way u set expires_at = until from waiting w where u.remittance_id = w.id
$$;
revoke execute on function remittance_wait from public;
grant execute on function remittance_wait to atrium_app;
