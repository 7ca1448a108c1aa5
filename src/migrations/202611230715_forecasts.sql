-- What the broker's analyst expects of a year. Nothing of a row changes but that it is withdrawn; the newest of a period and language
-- is the one that stands.
create table market_forecast (
  id integer generated always as identity primary key,
  year smallint not null,
  period text not null check (period in ('year', 'q1', 'q2', 'q3', 'q4')),
  language text not null,
  title text not null,
  text text not null,
  posted_by text not null,
  posted_at timestamptz not null,
  withdrawn_at timestamptz
);
create index market_forecast_standing on market_forecast (year, period, language, id desc);

grant select, insert, update on market_forecast to atrium_app;
