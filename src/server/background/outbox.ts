import type { Sql } from '../../base/sql.ts';
import type { Event } from '../../protocol/call.ts';
import type { Topic } from '../../protocol/topics.ts';
import { currentTrace } from './traced.ts';

/** The outbox topic whose rows become lines of the live stream. */
export const liveTopic = 'live';

/** Writes an event that is told once the transaction has committed. An event whose key is known already is dropped. */
export async function tell(sql: Sql, now: Date, event: Event): Promise<void> {
  await sql.run(
    `insert into outbox (topic, key, client_id, payload, due_at, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [event.topic, event.key ?? null, event.clientId ?? null, JSON.stringify(withTrace(event)), event.dueAt ?? now, now],
  );
}

/** A job goes on under the id of what put it off. Lines of the stream are nobody's job. */
function withTrace({ topic, payload = {} }: Event): Event['payload'] {
  const trace = currentTrace();
  return topic === liveTopic || trace === undefined ? payload : { ...payload, trace };
}

/** Makes topics stale in a client's browsers (in everybody's, without a client). */
export function staleEvent(clientId: Event['clientId'], topics: readonly Topic[]): Event {
  return { topic: liveTopic, payload: { topics }, ...(clientId === undefined ? {} : { clientId }) };
}

/** The channel on which it is announced that something was written into the outbox. */
export const outboxChannel = 'outbox';

/** What a process tells the workers and the browsers, apart from its transactions. */
export interface Telling {
  /** The outbox has something new. After the commit that wrote it, because an announcement makes commits wait for each other. */
  wake(): void;
  /** Makes topics stale in browsers, and wakes; answers when the line is written. */
  stale(clientId: Event['clientId'], topics: readonly Topic[]): Promise<void>;
}

interface Waiting {
  readonly line: { readonly client_id: number | null; readonly topics: readonly Topic[] };
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

const announcing = `select pg_notify('${outboxChannel}', '') from outbox_round(null, '{}', $1, '{}', 0, 0, '')`;

/** For a process without a worker: one statement under way at a time, and one more for all that came meanwhile. */
export function openTelling(sql: Pick<Sql, 'run'>, onFault: (error: unknown) => void): Telling {
  let waiting: Waiting[] = [];
  let isWanted = false;
  let isUnderWay = false;
  const tellAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      const batch = waiting;
      waiting = [];
      try {
        // Mostly there is nothing to write down first.
        if (batch.length === 0) await sql.run(`select pg_notify('${outboxChannel}', '')`);
        else await sql.run(announcing, [JSON.stringify(batch.map(({ line }) => line))]);
        for (const { written } of batch) written();
      } catch (error) {
        for (const { failed } of batch) failed(error);
        if (batch.length === 0) onFault(error);
      }
    }
    isUnderWay = false;
  };
  const wake = (): void => {
    isWanted = true;
    if (isUnderWay) return;
    isUnderWay = true;
    void tellAll();
  };
  return {
    wake,
    stale: (clientId, topics) =>
      new Promise((written, failed) => {
        waiting.push({ line: { client_id: clientId ?? null, topics }, written, failed });
        wake();
      }),
  };
}
