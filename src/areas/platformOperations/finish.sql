-- How a platform operation ends well: alone, or together with the posting that it is for (areas/payments/transitions.sql), so that both
-- are one commit. It has happened, so it counts whoever is at it by now. Applied again whenever this text changes.
create or replace function platform_operation_finish(tags text[], tickets text[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  update platform_operation o set state = 'done', ticket = given.ticket, code = null, reason = null, updated_at = now()
  from unnest(tags, tickets) given (tag, ticket) where o.tag = given.tag and o.tag = any (tags) and o.state <> 'done';
end $$;

-- How one begins together with the posting that it follows from (asking.ts, `claimWith`): written and claimed in one commit, for as
-- long as the detail says. Its tag is new, or whoever posts is not the first and must not send.
create or replace function platform_operation_ask(asked jsonb[], asked_at timestamptz[]) returns void
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state,
    lease_until, asked_at, started_at)
  select o.tag, o.purpose, o.subject, o.kind, o.platform, o.login, o.client_id, o.company_id, o.amount, o.currency, 'asking',
    now() + make_interval(secs => o.lease_seconds), now(), given.at
  from unnest(asked, asked_at) given (detail, at), jsonb_to_record(given.detail) as o (tag text, purpose text, subject text,
    kind text, platform text, login integer, client_id integer, company_id integer, amount bigint, currency text, lease_seconds integer);
end $$;
revoke execute on function platform_operation_finish, platform_operation_ask from public;
grant execute on function platform_operation_finish, platform_operation_ask to atrium_app;
