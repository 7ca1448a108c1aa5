import type { Performer } from '../approvals/face.ts';
import { keepBrokerRate, lastBrokerRate } from './store.ts';

export const setAction = 'rate.set';

/** What a rate of the broker's own waits with; the rate as its whole number. */
export interface SetPayload {
  readonly currency: string;
  readonly rate: string;
  /** The day from which on it was to count. */
  readonly day: string;
  /** The newest that stood when it was asked for. */
  readonly last: number;
}

/** Writes the rate down under the name of who asked; what has been counted at before stays as it was. */
export function performer(): Performer {
  return {
    action: setAction,
    async perform(sql, { payload, askedBy, now }) {
      const { currency, rate, day, last } = payload as SetPayload;
      // Another has been set meanwhile, and this one was looked at beside an older.
      if ((await lastBrokerRate(sql, currency)) !== last) return 'outdated';
      const today = now.toISOString().slice(0, 10);
      // A day that is over by now would change what was exchanged then.
      await keepBrokerRate(sql, { currency, rate: BigInt(rate), day: day < today ? today : day, author: askedBy, at: now });
      return 'done';
    },
  };
}
