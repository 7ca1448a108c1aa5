-- A client who is ended (status 4, DELETED: may not sign in, law/gates) is out in the same moment, whoever ended them: the sessions end
-- with the change, and every process hears of it as of a sign-out, so that streams end too.
create function end_sessions_of_ended_client() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('session_ended', ended.sid) from (
    select sid from session where client_id = new.id and ended_at is null) ended;
  update session set ended_at = clock_timestamp() where client_id = new.id and ended_at is null;
  return null;
end
$$;

create trigger ends_sessions after update of status_id on client for each row
  when (new.status_id = 4 and old.status_id <> 4) execute function end_sessions_of_ended_client();
