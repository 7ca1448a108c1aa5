-- How often `client.version` has grown by a notice and by a message of the inbox: an answer then brings only what has changed.
-- Rights on the table are there already.
alter table client add column notices_version integer not null default 0, add column inbox_version integer not null default 0;
