-- What a process holds (the key of a call under way, a lease on an outbox row) carries the process's name, so that it can be
-- given back within seconds when the process has died; see server/heartbeat.ts.
alter table worker_heartbeat
  -- Every process has a heartbeat; false for one that only answers calls.
  add column is_worker boolean not null default true,
  -- Taken for dead: what it held was given back. It lives again at its next beat.
  add column is_buried boolean not null default false;
-- Null: whoever sends the key next may answer it.
alter table idempotency add column holder text;
create index idempotency_holder on idempotency (holder) where holder is not null;
alter table outbox add column lease_holder text;
