-- How a platform operation ends well: alone, or together with the posting that it is for (areas/remittance/steps.sql), so that both
-- are one commit. It has happened, so it counts whoever is at it by now. Applied again whenever this text changes.
create or replace function platform_operation_finish(tags text[], tickets text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update platform_operation o set state = 'done', ticket = given.ticket, code = null, reason = null, updated_at = now()
  from unnest(tags, tickets) given (tag, ticket) where o.tag = given.tag and o.state <> 'done';
end $$;
revoke execute on function platform_operation_finish from public;
grant execute on function platform_operation_finish to atrium_app;
