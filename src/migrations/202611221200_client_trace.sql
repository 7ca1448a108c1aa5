-- What staff may want to know of when somebody tries: refused gates, writes without a token, accounts of others, sign-ins that were
-- throttled or stopped, and files and names that were taken and changed. A row a day for each kind and client, or network where nobody
-- is signed in, with the latest; beyond the most of a day and kind all others share one.
create table client_trace (
  day date not null,
  kind text not null check (length(kind) <= 40),
  who text not null check (length(who) <= 60),
  client_id integer,
  count bigint not null,
  call text not null check (length(call) <= 100),
  code text not null check (length(code) <= 100),
  address text not null,
  agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (day, kind, who)
);
create index client_trace_last on client_trace (last_at desc);
create index client_trace_client on client_trace (client_id, last_at desc) where client_id is not null;

grant select, insert, update, delete on client_trace to atrium_app;
