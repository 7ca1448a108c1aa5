-- Gold that a client has brought home in bars. Weights are tenths of a microgram, amounts cents of US dollars.
create table gold_delivery (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  company_id integer not null,
  vault text not null check (length(vault) between 1 and 40),
  -- `asked`: its terms were told, and nothing has moved.
  phase text not null check (phase in ('asked', 'requested', 'paid', 'allocated', 'shipped', 'delivered', 'returned', 'cancelled')),
  -- Of one bar.
  size bigint not null check (size > 0),
  count integer not null check (count > 0),
  weight bigint not null check (weight = size * count),
  fee bigint not null check (fee >= 0),
  insurance bigint not null check (insurance >= 0),
  -- What it is insured for.
  insured bigint not null check (insured > 0),
  recipient text not null check (length(recipient) between 1 and 200),
  street text not null check (length(street) between 1 and 200),
  town text not null check (length(town) between 1 and 100),
  postcode text not null check (length(postcode) <= 20),
  country text not null check (country ~ '^[A-Z]{2}$'),
  phone text not null check (length(phone) <= 40),
  carrier text check (length(carrier) <= 60),
  tracking text check (length(tracking) <= 80),
  asked_at timestamptz not null,
  requested_at timestamptz,
  paid_at timestamptz,
  allocated_at timestamptz,
  shipped_at timestamptz,
  ended_at timestamptz
);
create index gold_delivery_client on gold_delivery (client_id, id);
create index gold_delivery_waiting on gold_delivery (phase, id) where phase in ('asked', 'requested');

-- Bars that are set aside for a delivery, or gone with one.
alter table gold_bar add column delivery_id integer references gold_delivery;
alter table gold_bar add column left_at timestamptz;
create index gold_bar_delivery on gold_bar (delivery_id) where delivery_id is not null;
create index gold_bar_free on gold_bar (vault, company_id, weight) where delivery_id is null;

grant select, insert, delete on gold_delivery to atrium_app;
grant update (phase, carrier, tracking, requested_at, paid_at, allocated_at, shipped_at, ended_at) on gold_delivery to atrium_app;
grant update (delivery_id, left_at, came_at) on gold_bar to atrium_app;
