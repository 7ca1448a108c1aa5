-- What the broker's departments write to a client (document 3 §3).
create table inbox_message (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  message_group text not null
    check (message_group in ('account_opening', 'backoffice', 'customer_support', 'trade_enquiry', 'compliance')),
  is_read boolean not null default false,
  is_favorite boolean not null default false,
  -- HTML, cleaned when it was written.
  text text not null check (length(text) <= 100000),
  -- The same without tags and in lower case, for searching.
  plain text not null,
  sent_at timestamptz not null,
  -- The fact's name, so that the same message is put once.
  key text check (length(key) <= 200),
  unique (client_id, key)
);
create index inbox_message_client on inbox_message (client_id, sent_at desc, id desc);
create index inbox_message_unread on inbox_message (client_id) where not is_read;

grant select, insert, update on inbox_message to atrium_app;
