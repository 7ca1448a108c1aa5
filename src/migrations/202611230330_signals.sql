-- The analyst's signals: each with every version of its levels, and what became of it as the market's prices have it.
create table fx_signal (
  id integer generated always as identity primary key,
  instrument text not null,
  -- The date of its session.
  day date not null,
  session smallint not null check (session between 1 and 3),
  side text not null check (side in ('buy', 'sell')),
  status text not null check (status in ('posted', 'corrected', 'closed')),
  posted_by text not null,
  -- Application time. It counts from its session's beginning, or from when it was posted in it, until its day is over.
  posted_at timestamptz not null,
  counts_from timestamptz not null,
  expires_at timestamptz not null,
  -- What the prices said so far.
  entered_at timestamptz,
  entry text,
  targets_hit smallint not null default 0,
  -- How it ended: null while it holds.
  outcome text check (outcome in ('target', 'stop', 'expired')),
  exit text,
  -- In points of the instrument, negative where it lost; null where it was never entered.
  points integer,
  closed_at timestamptz,
  check ((status = 'closed') = (outcome is not null)),
  check ((status = 'closed') = (closed_at is not null)),
  -- One for each instrument and session: nothing is posted twice.
  unique (instrument, day, session)
);
create index fx_signal_open on fx_signal (id) where status <> 'closed';
create index fx_signal_day on fx_signal (instrument, day desc, session desc);

-- Version 1 is what was posted, each later one a correction. Nothing of them changes.
create table fx_signal_version (
  signal_id integer not null references fx_signal,
  version smallint not null check (version > 0),
  -- Prices as the platform writes them.
  entry text not null,
  stop text not null,
  targets text[] not null check (cardinality(targets) between 1 and 3),
  -- What the analyst says to it, for clients.
  comment text not null,
  made_by text not null,
  made_at timestamptz not null,
  primary key (signal_id, version)
);

-- Days on which a market rests, as the desk keeps them.
create table market_holiday (
  id integer generated always as identity primary key,
  market text not null check (market in ('tokyo', 'london', 'new_york')),
  day date not null,
  name text not null,
  added_by text not null,
  added_at timestamptz not null,
  removed_at timestamptz
);
create unique index market_holiday_day on market_holiday (market, day) where removed_at is null;

grant select, insert, update on fx_signal, market_holiday to atrium_app;
grant select, insert on fx_signal_version to atrium_app;
