-- What was left of persons after their erasure: names in the points of a hit, notes of disputes, and what providers sent.
grant update (client_digest, score) on screening_hit to atrium_app;
grant update (note) on dispute_evidence to atrium_app;
grant update (body, headers) on webhook_message to atrium_app;

-- A provider's message stays as it came until the client whose payment it names is erased; then it is emptied, and nothing else.
create function keep_message_unless_erased() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.body = '' and new.headers = '{}' and exists (
    select from remittance r join erasure_request e on e.client_id = r.client_id and e.state = 'agreed'
     where r.reference = old.reference
        or r.id in (select p.remittance_id from payout p where p.reference = old.reference))
  then
    return new;
  end if;
  raise exception 'permission denied: a provider''s message stays as it came' using errcode = 'insufficient_privilege';
end $$;
create trigger keep_message before update of body, headers on webhook_message
  for each row execute function keep_message_unless_erased();

-- Those that were erased before: in the form in which a hit is read, and without the names in its points.
update screening_hit set client_digest = 'erased-' || id, typed = '{"names":[],"birthDates":[],"countries":[]}',
    score = jsonb_set(jsonb_set(score, '{name,typed}', '""'), '{name,words}', '[]')
  where typed = '{}';
