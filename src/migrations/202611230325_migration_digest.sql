-- The SHA-256 of each migration's file, as it was when it ran: one that was changed afterwards is told (server/database/schema.ts). Of those
-- that ran before it is what their files have when this one runs.
alter table migration add column digest text check (digest ~ '^[0-9a-f]{64}$');
