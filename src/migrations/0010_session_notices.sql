-- What sign-in and the notices need beyond the foundation.

-- A solved captcha is good once: its subject is the answer's mark.
create unique index challenge_captcha on challenge (subject) where channel = 'captcha';
-- A passed captcha is found again by the hash of the number that its browser was told.
create index challenge_captcha_code on challenge (code_hash) where channel = 'captcha' and ended_at is null;
-- The limit of a day counts what a subject was asked.
create index challenge_subject on challenge (subject, created_at desc);

-- Something that a client is told. The parameters are kept, the sentence is made when it is read, in the reader's language.
create table notice (
  id bigint generated always as identity primary key,
  client_id integer not null references client,
  type text not null check (type ~ '^[A-Za-z0-9_]{1,80}$'),
  level text not null check (level in ('success', 'processing', 'error', 'warning', 'info')),
  values jsonb not null default '{}',
  is_closable boolean not null,
  display text not null check (display in ('once', 'always')),
  -- Which accounts it is about, where it is about accounts (document 3 §3: data.typeGroup, data.accountType).
  type_group text check (type_group in ('live', 'demo')),
  account_type text check (length(account_type) <= 60),
  -- The fact's name: the same fact is told once.
  key text not null check (length(key) <= 200),
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (client_id, key)
);
create index notice_open on notice (client_id, id desc) where closed_at is null;

grant select, insert, update on notice to atrium_app;
