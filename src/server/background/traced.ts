import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/**
 * What is done for one cause, over every process: a request and the jobs that it put off carry one id, on every line of the log that is
 * written meanwhile. An id that came with a request is kept where it can be no harm in a log.
 */
const traces = new AsyncLocalStorage<string>();

export function runTraced<Result>(trace: string, work: () => Result): Result {
  return traces.run(trace, work);
}

export function currentTrace(): string | undefined {
  return traces.getStore();
}

/** Goes into every line of the log. */
export function traceOfLine(): { readonly trace?: string } {
  const trace = traces.getStore();
  return trace === undefined ? {} : { trace };
}

/** The id of a request: the one that it came with, or a fresh one. */
export function traceIdOf(given: unknown): string {
  return typeof given === 'string' && /^[\w.:-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The number of a payment in what a call is asked and answers, or in what a job is about: `r500123-…` is the reference of 500123. */
export function paymentIn(...told: readonly unknown[]): string | undefined {
  for (const each of told) {
    if (typeof each !== 'object' || each === null) continue;
    for (const name of names) {
      const value = (each as Readonly<Record<string, unknown>>)[name];
      const number = /^(?:[a-z](?=\d+-))?(\d{1,10})(?:-|$)/.exec(String(value ?? ''))?.[1];
      if (number !== undefined) return number;
    }
  }
  return undefined;
}

const names = ['remittance_id', 'transfer_id', 'tid', 'reference', 'remittance'] as const;

/** What a job was about, for its line in the log. */
export function jobFacts({
  topic,
  id,
  client_id: client,
  payload,
}: {
  readonly topic: string;
  readonly id: string;
  readonly client_id: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}) {
  const { reference } = payload;
  // Jobs of payments name theirs by its number alone.
  const payment = paymentIn(payload, topic.startsWith('remittance.') ? { remittance: payload['id'] } : undefined);
  return {
    topic,
    outbox: id,
    ...(client === null ? {} : { client }),
    ...(payment === undefined ? {} : { payment }),
    ...(typeof reference === 'string' ? { reference } : {}),
  };
}
