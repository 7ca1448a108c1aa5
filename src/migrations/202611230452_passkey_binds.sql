-- What a passkey is asked for can be one thing alone: an answer to that proves nothing else.
alter table passkey_challenge add column binds text;
