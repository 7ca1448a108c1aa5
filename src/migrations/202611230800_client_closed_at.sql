-- Since when a client's account is closed: the years for which the law has records kept count from then on. Null while it is open.
alter table client add column closed_at timestamptz;

-- Whoever changes the status: nobody has to remember. Application time.
create function client_closing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status_id not in (4, 5, 18, 19) then
    new.closed_at := null;
  elsif tg_op = 'INSERT' or old.status_id not in (4, 5, 18, 19) then
    new.closed_at := now() + make_interval(secs => (select offset_seconds from application_clock));
  end if;
  return new;
end $$;
create trigger client_closing before insert or update of status_id on client for each row execute function client_closing();

-- When those that are closed already were closed, nothing tells: nobody's years end earlier for that.
update client set closed_at = now() + make_interval(secs => (select offset_seconds from application_clock))
  where status_id in (4, 5, 18, 19);
