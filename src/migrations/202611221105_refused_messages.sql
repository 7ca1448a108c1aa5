-- Messages at an outside party's door that are not that party's, and name no payment of ours: what they were by a digest, how often
-- they came, and no more. A row without a digest counts those of its day beyond the most that are told apart.
create table refused_message (
  day date not null,
  provider text not null,
  digest bytea not null check (length(digest) in (0, 32)),
  reason text not null,
  times bigint not null,
  bytes integer not null,
  -- From where it came last.
  address text not null,
  agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (day, provider, digest)
);

grant select, insert, update, delete on refused_message to atrium_app;
