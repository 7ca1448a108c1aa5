-- What a repeated call is known by where its file came in parts that are gone by now: a call uses up what it takes.
alter table idempotency add column sent_hash bytea;
