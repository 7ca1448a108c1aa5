-- Which destinations are cards that can be topped up now. A destination itself never changes; whether its card can be used does.
create table card_destination (
  destination_id integer primary key references own_destination,
  is_open boolean not null,
  changed_at timestamptz not null
);
grant select, insert, update on card_destination to atrium_app;

-- How often the issuer has refused what the client wants of a card: it is asked ever more seldom.
alter table prepaid_card add column refusals smallint not null default 0;
