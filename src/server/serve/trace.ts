import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';

/** A call of the desk that was refused before its handler was asked. */
export interface RefusedCall {
  readonly call: string;
  readonly code: string;
  /** A member of staff by the local part of the address, a client, or nobody that is known. */
  readonly who: string;
  readonly address: string;
  readonly clientId: number | undefined;
}

/**
 * The trace of refused calls. However many are sent, it grows by a row for each day, call, code and member of staff at most, and
 * one statement at a time is on its way: what comes meanwhile is counted and goes with the next.
 */
export interface RefusalTrace {
  note(refused: RefusedCall): void;
  /** When all that was noted is written. */
  written(): Promise<void>;
}

export function openRefusalTrace(parts: {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): RefusalTrace {
  let waiting = new Map<string, RefusedCall & { count: number }>();
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      try {
        await write(parts.sql, batch, parts.clock.now());
      } catch (error) {
        parts.log.warn({ err: error, calls: batch.length }, 'refused calls of the desk could not be counted');
      }
    }
    isSending = false;
  }

  return {
    note(refused) {
      const key = JSON.stringify([refused.call, refused.code, refused.who]);
      waiting.set(key, { ...refused, count: (waiting.get(key)?.count ?? 0) + 1 });
      if (isSending) return;
      isSending = true;
      sending = sendAll();
    },
    written: () => sending,
  };
}

/** In the order of the keys, so that two processes never wait for each other in a circle. */
async function write(sql: Sql, batch: readonly (RefusedCall & { readonly count: number })[], now: Date): Promise<void> {
  await sql.run(
    `insert into desk_refusal as r (day, call, code, who, count, address, client_id, last_at)
       select ($7::timestamptz at time zone 'UTC')::date, call, code, who, count, address, client_id, $7
         from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::integer[])
           as refused (call, code, who, count, address, client_id) order by call, code, who
     on conflict (day, call, code, who) do update set count = r.count + excluded.count, address = excluded.address,
       client_id = excluded.client_id, last_at = excluded.last_at`,
    [
      batch.map(({ call }) => call),
      batch.map(({ code }) => code),
      batch.map(({ who }) => who),
      batch.map(({ count }) => count),
      batch.map(({ address }) => address),
      batch.map(({ clientId }) => clientId ?? null),
      now,
    ],
  );
}
