-- Where a client's browsers are reached while the portal is closed in them: as long as the session in which it was allowed is not ended.
create table push_subscription (
  id bigint generated always as identity primary key,
  endpoint text not null unique check (length(endpoint) <= 1000),
  client_id integer not null references client,
  session_id bigint not null references session on delete cascade,
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  created_at timestamptz not null
);
create index push_subscription_client on push_subscription (client_id);
create index push_subscription_session on push_subscription (session_id);
grant select, insert, update, delete on push_subscription to atrium_app;
