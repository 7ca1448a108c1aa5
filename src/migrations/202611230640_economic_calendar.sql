-- The calendar of economic figures, as its vendor tells it, and what clients want to be told of.
create table calendar_event (
  -- The vendor's own name of it.
  id text primary key,
  -- Grows with each change; what comes out of order is left out by it.
  revision integer not null,
  starts_at timestamptz not null,
  state text not null check (state in ('scheduled', 'tentative', 'released', 'cancelled')),
  country text not null,
  currency text not null,
  -- 1 low, 2 medium, 3 high.
  importance smallint not null check (importance between 1 and 3),
  -- By language; English is always there.
  titles jsonb not null,
  unit text not null,
  -- Decimal strings.
  actual text,
  forecast text,
  previous text,
  -- What stood there before it was revised, and when it had been planned for before it was moved.
  actual_before text,
  previous_before text,
  moved_from timestamptz,
  -- Application time at which we read of the last change.
  changed_at timestamptz not null
);
create index calendar_event_time on calendar_event (starts_at, id);

-- How far the vendor's calendar has been read: one row.
create table calendar_feed (
  id boolean primary key default true check (id),
  mark text,
  -- Until when the vendor's calendar holds, when it was read last, and when that was tried last (application time).
  as_of timestamptz,
  read_at timestamptz,
  tried_at timestamptz
);

create table calendar_alert (
  client_id integer not null references client (id),
  event_id text not null references calendar_event (id),
  minutes smallint not null,
  created_at timestamptz not null,
  -- For which hour of the event the client was reminded: one that is moved is reminded of anew.
  reminded_for timestamptz,
  removed_at timestamptz,
  primary key (client_id, event_id)
);
create index calendar_alert_event on calendar_alert (event_id) where removed_at is null;

grant select, insert, update on calendar_event, calendar_feed, calendar_alert to atrium_app;
