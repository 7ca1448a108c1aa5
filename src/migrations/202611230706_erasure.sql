-- Clients who want to be erased, and what became of it: what is kept lapses kind by kind, by the retention table of
-- areas/personalData/rules.ts.
create table erasure_request (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  -- `agreed`: the client has left; `done`: nothing is left that lapses.
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'declined', 'withdrawn', 'done')),
  -- `retention`: the table itself, of somebody who left long ago.
  asked_by text not null check (asked_by in ('client', 'retention')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by text check (length(decided_by) <= 100),
  reason_code text check (length(reason_code) <= 60),
  -- From when on the years of the law count, and whether there was any business that they are about.
  left_at timestamptz,
  had_business boolean,
  -- When the next kind lapses.
  next_at timestamptz,
  ended_at timestamptz
);
create unique index erasure_request_open on erasure_request (client_id) where state in ('waiting', 'agreed');
create index erasure_request_due on erasure_request (next_at) where state = 'agreed';
create index erasure_request_client on erasure_request (client_id, id desc);

-- A destination stays what it is until its client is erased; then nothing of it is left.
create function refuse_change_unless_erased() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = 'erased-' || old.id and new.details = '{}'
    and (new.id, new.client_id, new.method_id, new.created_at) is not distinct from (old.id, old.client_id, old.method_id, old.created_at)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger append_only on own_destination;
create trigger append_only before update or delete on own_destination for each row execute function refuse_change_unless_erased();

grant select, insert, update on erasure_request to atrium_app;
grant delete on enrolment_draft, verification_message, identity_trait, contact_proof, client_due, client_passkey, passkey_challenge, client_recovery_code, client_totp, known_device, session, client_trace, challenge, registration, mail_subscription, preferred_method, watched_symbol, price_alert, trade_picture, payout_destination to atrium_app;
grant update (suitability) on yearly_confirmation to atrium_app;
grant update (answers) on appropriateness_attempt to atrium_app;
grant update (answers) on investor_form to atrium_app;
grant update (answers) on stock_questionnaire to atrium_app;
grant update (mailing, tin, signature) on w8ben to atrium_app;
grant update (answers) on enrolment_update to atrium_app;
grant update (answers, security_answer_hash) on enrolment to atrium_app;
grant update (number, expiry_date, comment, read_facts) on document to atrium_app;
grant update (reference, applicant, words, read_facts) on verification to atrium_app;
grant update (name) on stored_file to atrium_app;
grant update (value_before, value_after) on identity_change to atrium_app;
grant update (address, agent, campaign) on client_origin to atrium_app;
grant update (address) on terms_agreement to atrium_app;
grant update (told) on company_move to atrium_app;
grant update (nickname) on provider_request to atrium_app;
grant update (expires_at) on export_file to atrium_app;
grant update (text, plain) on inbox_message to atrium_app;
grant update (values) on notice to atrium_app;
grant update (email, mobile_phone, title, first_name, last_name, password_hash, secondary_email) on client to atrium_app;
grant update (redirect, payer_name, card_mask, details) on remittance to atrium_app;
grant update (label) on withdrawal_line to atrium_app;
grant update (payer_name, card_mask) on provider_transaction to atrium_app;
grant update (name, details) on own_destination to atrium_app;
grant update (name) on trading_account to atrium_app;
grant update (nickname, description) on strategy to atrium_app;
grant update (recipient, street, town, postcode, phone, tracking) on gold_delivery to atrium_app;
