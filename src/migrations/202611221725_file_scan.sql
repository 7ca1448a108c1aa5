-- What the virus scanner has said of a kept file: the desk opens none that was not said to be clean. Files from before are looked at
-- too.
alter table stored_file
  add column scan text not null default 'waiting' check (scan in ('waiting', 'clean', 'infected', 'refused')),
  -- What it is called there, where it is infected.
  add column scan_found text;

insert into outbox (topic, key, client_id, payload, due_at, created_at)
  select 'file.scan', 'file:' || id || ':scan', client_id, jsonb_build_object('id', id), now(), now()
    from stored_file where state = 'kept'
  on conflict do nothing;
