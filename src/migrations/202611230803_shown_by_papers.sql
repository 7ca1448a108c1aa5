-- What papers show of a client is compared with the lists: a client is due when one is approved, taken back, or read.
create function screening_papers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into screening_due as d (client_id) values (new.client_id) on conflict (client_id) do update set round = d.round + 1;
  return null;
end $$;
create trigger screening_shown after insert on document for each row
  when (new.kind = 'identity' and new.status in (2, 4))
  execute function screening_papers();
create trigger screening_shown_later after update of status, read_facts on document for each row
  when (new.kind = 'identity' and ((old.status in (2, 4)) <> (new.status in (2, 4))
    or (new.status in (2, 4) and old.read_facts is distinct from new.read_facts)))
  execute function screening_papers();
insert into screening_due (client_id) select distinct client_id from document where kind = 'identity' and status in (2, 4)
  on conflict do nothing;
