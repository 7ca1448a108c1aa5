import type { Mutant } from './mutant.ts';

const payout = 'src/areas/payments/payout';

/** Of what sends payouts, and of what is told of them meanwhile. */
export const payoutMutants: readonly Mutant[] = [
  {
    name: 'payouts-of-one-batch',
    file: `${payout}/sending.ts`,
    find: 'batch = failures.length > 0 ? [] : await takeDue(',
    replace: 'batch = failures.length >= 0 ? [] : await takeDue(',
    breaks: 'Of more payouts than a batch has, the others wait for another look.',
    tests: [`${payout}/batches.test.ts`],
  },
  {
    name: 'silent-provider-asked-on',
    file: `${payout}/sending.ts`,
    find: 'out.add(part.provider);',
    replace: 'out.delete(part.provider);',
    breaks: 'A provider that does not answer is asked for every payout that is due.',
    tests: [`${payout}/batches.test.ts`],
  },
  {
    name: 'promise-by-the-calendar',
    file: `${payout}/withdrawals.ts`,
    find: 'dueWithin(at, withdraw.promisedHours, desk.businessHours)',
    replace: `dueWithin(at, withdraw.promisedHours, { ...desk.businessHours, days: [1, 2, 3, 4, 5, 6, 7] })`,
    breaks: 'What was asked for on a Friday is promised for a day on which nobody is there.',
    tests: ['src/areas/transfers/promised.test.ts'],
  },
];
