-- What the desk has made of a client's status (5, 13, 14, 18, 19), by whom and why, and when the status before came back. Application time.
create table client_status_change (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  act text not null,
  from_status integer not null,
  to_status integer not null,
  reason_code text not null,
  asked_by text not null,
  -- Null where one person was enough.
  agreed_by text,
  set_at timestamptz not null,
  -- What the client had frozen by themselves, and has frozen again afterwards.
  own_freeze integer references client_freeze,
  ended_at timestamptz,
  ended_reason text,
  ended_asked_by text,
  ended_agreed_by text
);
create index client_status_change_client on client_status_change (client_id, id);
grant select, insert, update on client_status_change to atrium_app;
