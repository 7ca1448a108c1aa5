-- The topics that a row makes stale: as a list, or those of a set by its name (`topicSets` of protocol/topics.ts), which costs the
-- writer of many rows less.
create or replace function outbox_topics(topics jsonb) returns setof text
language sql immutable set search_path = public, pg_temp as $$
  select jsonb_array_elements_text(case
    when jsonb_typeof(topics) = 'array' then topics
    when topics = '"money"' then '["accounts", "transfers", "wallets", "dashboard"]'::jsonb
    else '[]' end)
$$;

-- One round of a worker at the outbox, in one commit (background/dispatch.ts). Applied again whenever this text changes.
--
-- What has ended is marked done; what makes browsers' topics stale becomes numbered lines, whether a job said so (`stale`: an
-- array of { client_id, topics }) or a row that is due at `due_by` (application time; null: none is looked for): one of the topic `live`,
-- or one for a job that carries `topics` along, which browsers hear of however many jobs are before it; and at most `most` rows of the
-- other topics are taken under a lease. Answers the rows taken, whether more lines may be waiting, and when the next row will be due.
create or replace function outbox_round(
  due_by timestamptz, ended bigint[], stale jsonb, job_topics text[], most integer, lease_seconds integer, holder text,
  out taken jsonb, out has_more_lines boolean, out next_due timestamptz
) language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  most_lines constant integer := 100;
  due_rows bigint[];
  line_rows bigint[];
  lines jsonb;
  announced text;
begin
  if cardinality(ended) > 0 then
    -- A job may end before the turn of what browsers were to hear of it has come: it is heard now.
    stale := stale || coalesce((
      select jsonb_agg(jsonb_build_object('client_id', o.client_id, 'topics', o.payload -> 'topics') order by o.id)
      from outbox o where o.id = any (ended) and o.done_at is null and o.payload ? 'topics'), '[]');
    update outbox o set done_at = now(), lease_until = null, last_error = null where o.id = any (ended);
  end if;

  if most > 0 then
    due_rows := array(
      select o.id from outbox o
      where o.done_at is null and o.due_at <= due_by and (o.lease_until is null or o.lease_until < now())
        and o.topic = any (job_topics)
      order by o.due_at, o.id limit most for update skip locked);
  end if;
  if cardinality(due_rows) > 0 then
    with leased as (
      update outbox o set lease_until = now() + make_interval(secs => lease_seconds), lease_holder = holder,
        attempts = o.attempts + 1
      where o.id = any (due_rows)
      returning o.id, o.topic, o.client_id, o.payload, o.attempts, o.due_at
    )
    select jsonb_agg(jsonb_build_object('id', l.id::text, 'topic', l.topic, 'client_id', l.client_id, 'payload', l.payload,
      'attempts', l.attempts) order by l.due_at, l.id) into taken from leased l;
  end if;

  line_rows := array(
    select o.id from outbox o
    where o.done_at is null and o.due_at <= due_by and case when o.topic = 'live'
      then o.lease_until is null or o.lease_until < now() else o.payload ? 'topics' end
    order by o.due_at, o.id limit most_lines for update skip locked);
  has_more_lines := cardinality(line_rows) = most_lines;

  if cardinality(line_rows) > 0 or jsonb_array_length(stale) > 0 then
    -- One at a time over every worker, so that ids appear in order.
    perform pg_advisory_xact_lock(7214605832);
    -- One line for each client (and one for everybody) in place of several that came together, in the order in which they began.
    with told as (
      select o.client_id, o.payload -> 'topics' as topics, p.place
      from unnest(line_rows) with ordinality p (id, place)
        join outbox o on o.id = p.id and o.id = any (line_rows)
      union all
      select (s.line ->> 'client_id')::integer, s.line -> 'topics', cardinality(line_rows) + s.place
      from jsonb_array_elements(stale) with ordinality s (line, place)
    ), merged as (
      select t.client_id, array_agg(distinct topic.name) filter (where topic.name is not null) as topics, min(t.place) as place
      from told t left join outbox_topics(t.topics) topic (name) on true
      group by t.client_id
    ), written as (
      insert into live_line (id, client_id, topics)
      select nextval('live_line_id'), m.client_id, coalesce(m.topics, '{}') from (select * from merged order by place) m
      returning id, client_id, topics
    )
    select jsonb_agg(jsonb_build_object('id', w.id, 'client_id', w.client_id, 'topics', w.topics) order by w.id) into lines
    from written w;
    update outbox o set done_at = now(), lease_until = null, attempts = o.attempts + 1
    where o.id = any (line_rows) and o.topic = 'live';
    -- Told once; the row goes on to its job.
    update outbox o set payload = o.payload - 'topics' where o.id = any (line_rows) and o.topic <> 'live';
    -- One announcement for all of them, because it takes a lock at commit. What is too long for one is read in the table.
    announced := lines::text;
    perform pg_notify('live', case when octet_length(announced) < 7900 then announced else '' end);
  end if;

  select min(o.due_at) into next_due from outbox o where o.done_at is null and o.due_at > due_by;
end $$;

revoke execute on function outbox_round, outbox_topics from public;
grant execute on function outbox_round, outbox_topics to atrium_app;
