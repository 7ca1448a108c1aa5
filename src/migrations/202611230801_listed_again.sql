-- Who is listed again is asked about again: what was lifted, or gave way to another question, decides nothing any more.
alter table screening_hit
  drop constraint screening_hit_client_id_list_entry_key_entry_digest_client__key,
  add constraint screening_hit_client_id_list_entry_key_entry_digest_client__key
    exclude using btree (client_id with =, list with =, entry_key with =, entry_digest with =, client_digest with =)
    where (status in ('open', 'true_hit', 'false_hit'));

-- A freeze of the broker lasts until no hit is true any more. Which hits were of one that has ended, and what a client had frozen before.
alter table screening_hit
  add column thawed_at timestamptz,
  add column own_freeze integer references client_freeze;
update screening_hit h set thawed_at = decided_at where status = 'lifted'
  and not exists (select from screening_hit o where o.client_id = h.client_id and o.kind = 'sanctions' and o.status = 'true_hit');

grant update (thawed_at, own_freeze) on screening_hit to atrium_app;
