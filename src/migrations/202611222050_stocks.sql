-- What a client answered before an account for shares was opened: each time a row, the newest counts.
create table stock_questionnaire (
  id bigint generated always as identity primary key,
  client_id integer not null references client (id),
  kind text not null check (kind in ('common', 'extra')),
  answers jsonb not null,
  -- Application time.
  at timestamptz not null
);
create index stock_questionnaire_client on stock_questionnaire (client_id, kind, id desc);

-- A signed W-8BEN: each time a row, the newest counts.
create table w8ben (
  id bigint generated always as identity primary key,
  client_id integer not null references client (id),
  tin text not null,
  -- Of residence, which the rate of the treaty follows from.
  country text not null,
  -- Null where letters go to the residence.
  mailing jsonb,
  signature text not null,
  signed_at timestamptz not null,
  -- The last day on which it counts.
  valid_until date not null
);
create index w8ben_client on w8ben (client_id, id desc);
create index w8ben_ending on w8ben (valid_until);

-- What was agreed to with the exchange for an account.
create table stock_agreement (
  number integer primary key references trading_account,
  client_id integer not null references client (id),
  non_professional boolean not null,
  agreed_at timestamptz not null
);

grant select, insert on stock_questionnaire, w8ben, stock_agreement to atrium_app;
