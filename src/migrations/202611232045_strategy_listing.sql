-- What the list of strategies is chosen and ordered by, in one narrow row for each that can be followed and has figures. Triggers keep it
-- beside both, so that it is never otherwise than they are, whichever program writes them.
create table strategy_listing (
  strategy_id integer primary key references strategy,
  since timestamptz not null,
  share smallint not null,
  -- In small letters.
  name text not null,
  total_return bigint not null,
  month_return bigint not null,
  drawdown integer not null,
  risk smallint
);
-- One for each order, in its usual direction; the other way round is read backwards. Without a risk is last both ways.
create index strategy_listing_profit on strategy_listing (total_return desc, strategy_id);
create index strategy_listing_month on strategy_listing (month_return desc, strategy_id);
create index strategy_listing_drawdown on strategy_listing (drawdown, strategy_id);
create index strategy_listing_risk on strategy_listing (risk, strategy_id);
create index strategy_listing_risky on strategy_listing (risk desc nulls last, strategy_id);
create index strategy_listing_age on strategy_listing (since, strategy_id);
create index strategy_listing_fee on strategy_listing (share, strategy_id);
create index strategy_listing_name on strategy_listing (name, strategy_id);
grant select, insert, update, delete on strategy_listing to atrium_app;

-- Whoever figures waits here for whoever closes, and the other way round, so that the later one sees both.
create function list_strategy(id integer) returns void language sql set search_path = public, pg_temp as $$
  select from strategy s where s.id = list_strategy.id for share;
  delete from strategy_listing l where l.strategy_id = list_strategy.id and not exists (
    select from strategy s join strategy_figures f on f.strategy_id = s.id
     where s.id = list_strategy.id and s.status = 'active' and s.since is not null);
  insert into strategy_listing as l (strategy_id, since, share, name, total_return, month_return, drawdown, risk)
    select s.id, s.since, s.share, lower(s.name), f.total_return, f.month_return, f.drawdown, f.risk
      from strategy s join strategy_figures f on f.strategy_id = s.id
     where s.id = list_strategy.id and s.status = 'active' and s.since is not null
    on conflict (strategy_id) do update set since = excluded.since, share = excluded.share, name = excluded.name,
      total_return = excluded.total_return, month_return = excluded.month_return, drawdown = excluded.drawdown, risk = excluded.risk
     where (l.since, l.share, l.name, l.total_return, l.month_return, l.drawdown, l.risk) is distinct from
       (excluded.since, excluded.share, excluded.name, excluded.total_return, excluded.month_return, excluded.drawdown, excluded.risk);
$$;

create function list_changed_strategy() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform list_strategy(new.id);
  return null;
end
$$;
create function list_figured_strategy() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform list_strategy(coalesce(new.strategy_id, old.strategy_id));
  return null;
end
$$;

create trigger lists_changed after update of status, since, share, name on strategy for each row
  execute function list_changed_strategy();
create trigger lists_figured after insert or update of total_return, month_return, drawdown, risk or delete on strategy_figures for each row
  execute function list_figured_strategy();

insert into strategy_listing (strategy_id, since, share, name, total_return, month_return, drawdown, risk)
  select s.id, s.since, s.share, lower(s.name), f.total_return, f.month_return, f.drawdown, f.risk
    from strategy s join strategy_figures f on f.strategy_id = s.id
   where s.status = 'active' and s.since is not null;
