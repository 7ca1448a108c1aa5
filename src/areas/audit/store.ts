import type { Sql } from '../../base/sql.ts';
import type { TraceKind } from './contract.ts';

export interface EventRow {
  id: bigint;
  at: Date;
  actor_kind: 'client' | 'staff' | 'vendor' | 'system';
  actor_id: string;
  action: string;
  subject: string;
  client_id: number | null;
  detail: Readonly<Record<string, unknown>>;
}

export interface EventFilters {
  readonly clientId: number | undefined;
  readonly actor: string | undefined;
  /** One action, or with a dot at the end all of an area. */
  readonly action: string | undefined;
  readonly from: Date | undefined;
  /** Not included. */
  readonly till: Date | undefined;
  /** What has to be kept from who reads: actions that begin so. */
  readonly hidden: readonly string[];
}

export interface EventPage {
  /** Only events with a smaller number. */
  readonly before: bigint | undefined;
  readonly limit: number;
}

/**
 * The events of a page, newest first: those that are sealed over the index that the sealer writes, and the few since the last
 * seal from the trail itself.
 */
export function findEvents(sql: Sql, filters: EventFilters, page: EventPage): Promise<EventRow[]> {
  const values: unknown[] = [page.limit];
  const holds = (id: string): string => {
    const conditions = conditionsOf(filters, page, (value) => `$${values.push(value)}`);
    return ['true', ...conditions].join(' and ').replaceAll('{id}', id);
  };
  const text = `
    select e.id, e.at, e.actor_kind, e.actor_id, e.action, e.subject, e.client_id, e.detail
      from audit_event e join (
        (select event_id from audit_index where ${holds('event_id')} order by event_id desc limit $1)
        union all
        (select id from audit_event
          where transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal) and ${holds('id')}
          order by id desc limit $1)
      ) found on found.event_id = e.id
     order by e.id desc limit $1`;
  return sql.many(text, values);
}

/** How many events fit, counted up to `most`; the few since the last seal are left to the writing. */
export async function countEvents(sql: Sql, filters: EventFilters, most: number): Promise<number> {
  const values: unknown[] = [most];
  const held = conditionsOf(filters, { before: undefined, limit: most }, (value) => `$${values.push(value)}`);
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from (select from audit_index where ${['true', ...held].join(' and ')} limit $1) events`,
    values,
  );
  return count;
}

/** Only what was asked for stands in the statement, so that its plan goes by the index that fits. */
function conditionsOf(filters: EventFilters, { before }: EventPage, bind: (value: unknown) => string): string[] {
  const { clientId, actor, action, from, till, hidden } = filters;
  return [
    ...(clientId === undefined ? [] : [`client_id = ${bind(clientId)}`]),
    ...(actor === undefined ? [] : [`actor_id = ${bind(actor)}`]),
    ...(action === undefined ? [] : [action.endsWith('.') ? `starts_with(action, ${bind(action)})` : `action = ${bind(action)}`]),
    ...hidden.map((start) => `not starts_with(action, ${bind(start)})`),
    ...(from === undefined ? [] : [`at >= ${bind(from)}`]),
    ...(till === undefined ? [] : [`at < ${bind(till)}`]),
    ...(before === undefined ? [] : [`{id} < ${bind(before)}`]),
  ];
}

export interface RefusalRow {
  day: string;
  call: string;
  code: string;
  who: string;
  count: bigint;
  address: string;
  client_id: number | null;
  last_at: Date;
}

export function latestRefusals(sql: Sql, limit: number): Promise<RefusalRow[]> {
  return sql.many(
    `select to_char(day, 'YYYY-MM-DD') as day, call, code, who, count, address, client_id, last_at
       from desk_refusal order by last_at desc, call, code, who limit $1`,
    [limit],
  );
}

export interface TraceRow extends RefusalRow {
  kind: TraceKind;
  agent: string;
}

/** What clients and strangers tried, the latest first: of everybody, or of one client. */
export function latestTraces(
  sql: Sql,
  of: { readonly clientId: number | undefined; readonly limit: number },
): Promise<TraceRow[]> {
  return sql.many(
    `select to_char(day, 'YYYY-MM-DD') as day, kind, who, client_id, count, call, code, address, agent, last_at
       from client_trace where $1::integer is null or client_id = $1 order by last_at desc, kind, who limit $2`,
    [of.clientId ?? null, of.limit],
  );
}

/** Forgets what was refused or tried before that day. */
export async function clearRefusals(sql: Sql, before: Date): Promise<void> {
  await sql.run('delete from desk_refusal where last_at < $1', [before]);
  await sql.run('delete from client_trace where last_at < $1', [before]);
}
