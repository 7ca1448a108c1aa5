-- Several lists of symbols a client, each by a name of its own, in place of the one of `watched_symbol`; a symbol may stand in several.
-- `name` is null of the first list for as long as its owner has not named it. The list that was `chosen_at` last is the one that opens.
create table symbol_watchlist (
  id integer generated always as identity primary key,
  client_id integer not null references client (id),
  platform text not null,
  name text check (char_length(name) between 1 and 40),
  place integer not null,
  chosen_at timestamptz not null,
  created_at timestamptz not null
);
create unique index symbol_watchlist_named_once on symbol_watchlist (client_id, platform, lower(name));
create unique index symbol_watchlist_one_unnamed on symbol_watchlist (client_id, platform) where name is null;

create table symbol_watchlist_entry (
  watchlist_id integer not null references symbol_watchlist (id) on delete cascade,
  symbol text not null,
  place integer not null,
  primary key (watchlist_id, symbol)
);

-- What stands becomes the first list. The release before goes on with `watched_symbol` while it runs; nothing else reads it from now on.
insert into symbol_watchlist (client_id, platform, name, place, chosen_at, created_at)
select client_id, platform, null, 1, now(), now() from watched_symbol group by client_id, platform;
insert into symbol_watchlist_entry (watchlist_id, symbol, place)
select l.id, w.symbol, row_number() over (partition by l.id order by w.place)
from watched_symbol w join symbol_watchlist l on l.client_id = w.client_id and l.platform = w.platform;

grant select, insert, update, delete on symbol_watchlist, symbol_watchlist_entry to atrium_app;
