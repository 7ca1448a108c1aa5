-- What managers write of their strategies: shown to investors once the desk has approved it.
create table strategy_news (
  id integer generated always as identity primary key,
  strategy_id integer not null references strategy,
  client_id integer not null references client,
  title text not null check (length(title) <= 80),
  body text not null check (length(body) <= 2000),
  status text not null check (status in ('waiting', 'approved', 'declined')),
  -- Why it was declined, as the desk chose it.
  reason text,
  -- Application time.
  written_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check ((status = 'waiting') = (decided_at is null))
);
create index strategy_news_strategy on strategy_news (strategy_id, id);
create index strategy_news_client on strategy_news (client_id);
create index strategy_news_shown on strategy_news (decided_at, id) where status = 'approved';

grant select, insert on strategy_news to atrium_app;
grant update (title, body, status, reason, decided_at, decided_by) on strategy_news to atrium_app;
