import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';
import type { TraceKind } from '../../protocol/trace.ts';

export interface Traced {
  readonly kind: TraceKind;
  readonly call: string;
  /** Of the refusal; `done` where it was done. */
  readonly code: string;
  readonly clientId: number | undefined;
  readonly address: string;
  readonly agent: string;
}

/**
 * The trace of clients and strangers. However much is tried, it grows by a row for each day, kind and client or network, and no day
 * and kind has more of them than `mostApart`: what comes beyond is counted together. One statement at a time is on its way.
 */
export interface ClientTrace {
  note(traced: Traced): void;
  /** When all that was noted is written. */
  written(): Promise<void>;
}

const mostApart = 10_000;
const mostWaiting = 2_000;

export function openClientTrace(parts: {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): ClientTrace {
  let waiting = new Map<string, Traced & { readonly who: string; readonly count: number }>();
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      try {
        await write(parts.sql, batch, parts.clock.now());
      } catch (error) {
        parts.log.warn({ err: error, traces: batch.length }, 'what clients tried could not be counted');
      }
    }
    isSending = false;
  }

  return {
    note(traced) {
      const own = traced.clientId === undefined ? `network:${networkOf(traced.address)}` : `client:${traced.clientId}`;
      const who = waiting.size < mostWaiting || waiting.has(`${traced.kind} ${own}`) ? own : others;
      const key = `${traced.kind} ${who}`;
      waiting.set(key, { ...traced, who, count: (waiting.get(key)?.count ?? 0) + 1 });
      if (isSending) return;
      isSending = true;
      sending = sendAll();
    },
    written: () => sending,
  };
}

const others = 'others';

/** In the order of the keys, so that two processes never wait for each other in a circle. */
async function write(
  sql: Sql,
  batch: readonly (Traced & { readonly who: string; readonly count: number })[],
  now: Date,
): Promise<void> {
  await sql.run(
    `with told as (
       select told.*, exists (select from client_trace k where k.day = $8::date and k.kind = told.kind and k.who = told.who) as is_known,
              (select count(*) from (select from client_trace m where m.day = $8::date and m.kind = told.kind limit ${mostApart}) m) as held
         from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[], $10::text[])
           as told (kind, who, client_id, count, call, code, address, agent)),
     placed as (
       select told.*, case when is_known or held < ${mostApart} then who else '${others}' end as place from told)
     insert into client_trace as t (day, kind, who, client_id, count, call, code, address, agent, first_at, last_at)
       select distinct on (kind, place) $8::date, kind, place, case when place = '${others}' then null else client_id end,
              sum(count) over (partition by kind, place), call, code, address, agent, $9::timestamptz, $9::timestamptz
         from placed order by kind, place
     on conflict (day, kind, who) do update set count = t.count + excluded.count, call = excluded.call, code = excluded.code,
       address = excluded.address, agent = excluded.agent, last_at = excluded.last_at`,
    [
      batch.map(({ kind }) => kind),
      batch.map(({ who }) => who),
      batch.map(({ clientId }) => clientId ?? null),
      batch.map(({ count }) => count),
      batch.map(({ call }) => call),
      batch.map(({ code }) => code),
      batch.map(({ address }) => address.slice(0, 45)),
      now.toISOString().slice(0, 10),
      now,
      batch.map(({ agent }) => agent.slice(0, 400)),
    ],
  );
}
