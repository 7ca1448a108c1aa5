import type { ReferenceRates } from '../../ports/rates/port.ts';
import type { Jobs } from '../../protocol/call.ts';
import { fetchRates } from './fetching.ts';

export interface RatesNeeds {
  readonly referenceRates: ReferenceRates;
  readonly log: { warn(facts: object, words: string): void };
}

/** The source is asked when its next day is due, so that a beat costs one look at the database. */
export const jobs = (app: RatesNeeds): Jobs => ({
  every: [
    {
      name: 'reference-rates',
      seconds: 5,
      dueBy: 'application',
      run: async ({ sql, transact, now, stale }) => {
        const fetched = await fetchRates({ sql, transact, now, source: app.referenceRates });
        if (fetched.outcome === 'unknown') app.log.warn({ reason: fetched.reason }, 'the reference rates could not be read');
        if (fetched.outcome === 'kept' && fetched.count > 0) await stale(undefined, ['rates']);
      },
    },
  ],
});
