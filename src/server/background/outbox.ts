import type { Sql } from '../../base/sql.ts';
import type { Event } from '../../protocol/call.ts';
import type { Topic } from '../../protocol/topics.ts';

/** The outbox topic whose rows become lines of the live stream. */
export const liveTopic = 'live';

/** Writes an event that is told once the transaction has committed. An event whose key is known already is dropped. */
export async function tell(sql: Sql, now: Date, event: Event): Promise<void> {
  await sql.run(
    `insert into outbox (topic, key, client_id, payload, due_at, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [event.topic, event.key ?? null, event.clientId ?? null, JSON.stringify(event.payload ?? {}), event.dueAt ?? now, now],
  );
}

/** Makes topics stale in a client's browsers (in everybody's, without a client). */
export function staleEvent(clientId: Event['clientId'], topics: readonly Topic[]): Event {
  return { topic: liveTopic, payload: { topics }, ...(clientId === undefined ? {} : { clientId }) };
}
