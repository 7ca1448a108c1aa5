-- Steps of ten per cent that an account of a retail client has lost in a reporting period, each told once. One that is seen for the first
-- time may be money that the platform has moved already and whose deal is not read yet: it counts when it is seen again.
create table account_loss (
  number integer not null references trading_account (number),
  -- The first day of the period.
  period date not null,
  -- 1 is ten per cent.
  step smallint not null check (step between 1 and 10),
  seen_at timestamptz not null,
  told_at timestamptz,
  primary key (number, period, step)
);

grant select, insert, update, delete on account_loss to atrium_app;
