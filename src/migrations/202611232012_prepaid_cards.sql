-- Prepaid cards: each row is an application and the card that came of it. Of a card there is nothing here but its last four digits and
-- its expiry; the rest the issuer keeps.
create table prepaid_card (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  company_id integer not null,
  -- Ours at the issuer, which takes it once.
  reference text not null unique default 'card-' || gen_random_uuid(),
  currency text not null,
  -- As it was taken with the application, in minor units of the currency.
  fee bigint not null check (fee >= 0),
  name_on_card text not null,
  street text not null,
  city text not null,
  postcode text not null,
  country text not null,
  phase text not null default 'requested'
    check (phase in ('requested', 'in_review', 'approved', 'shipped', 'active', 'blocked', 'expired', 'declined')),
  -- The issuer's own count of changes; 0: it has answered nothing yet.
  version integer not null default 0,
  reason text,
  issuer_card text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  expires text check (expires ~ '^[0-9]{4}-[0-9]{2}$'),
  -- What the client has asked for, while the issuer has not done it.
  wants_blocked boolean,
  asked_at timestamptz not null,
  moved_at timestamptz not null,
  -- When the issuer is asked about it next.
  due_at timestamptz not null
);
-- Nobody has two of one currency at a time.
create unique index prepaid_card_open on prepaid_card (client_id, currency) where phase not in ('expired', 'declined');
create index prepaid_card_due on prepaid_card (due_at) where phase not in ('expired', 'declined');

-- What the issuer has told by itself, as it came.
create table prepaid_card_message (
  digest bytea primary key,
  reference text not null,
  body bytea not null,
  headers jsonb not null,
  at timestamptz not null
);

grant select, insert, update on prepaid_card to atrium_app;
grant select, insert on prepaid_card_message to atrium_app;
grant update (body, headers) on prepaid_card_message to atrium_app;
