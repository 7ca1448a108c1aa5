import type { Mutant } from './mutant.ts';

const orders = 'src/areas/transferAutomation';
const fees = 'src/areas/idleFees';

/** Of what moves by itself: standing orders between own accounts, moves to another company, and the fee for idle months. */
export const acrossMutants: readonly Mutant[] = [
  {
    name: 'standing-order-second-quote',
    file: `${orders}/store.ts`,
    find: `\`update standing_run set remittance_id = $2 where id = $1 and state = 'due' and remittance_id is null\``,
    replace: `\`update standing_run set remittance_id = $2 where id = $1 and state = 'due'\``,
    breaks: 'Two processes do one occasion of an order by a quote each, and the money moves twice.',
    tests: [`${orders}/running.test.ts`],
  },
  {
    name: 'move-lost-lease',
    file: 'src/areas/moves/store.ts',
    find: 'where id = $1 and lease = $2 for no key update',
    replace: 'where id = $1 and $2::integer > 0 for no key update',
    breaks: 'Whoever has lost the lease of a move writes what another has gone beyond.',
    tests: ['src/areas/moves/meanwhile.test.ts'],
  },
  {
    name: 'move-profit-counted-again',
    file: `${orders}/along.ts`,
    find: 'const countedFrom = order.countedFrom && now;',
    replace: 'const { countedFrom } = order;',
    breaks: 'An order moves out of the account of the new company what the old one has made.',
    tests: ['src/areas/moves/ordersAlong.test.ts'],
  },
  {
    name: 'idle-fee-below-zero',
    file: `${fees}/rules.ts`,
    find: 'return most && { source: most, taken: most.available };',
    replace: 'return most && { source: most, taken: most.fee };',
    breaks: 'A fee takes more than there is.',
    tests: [`${fees}/rules.test.ts`],
  },
  {
    name: 'cap-shared-twice',
    file: 'src/areas/payments/capped.ts',
    find: "select pg_advisory_xact_lock(hashtext('unverified'), $1)::text as locked",
    replace: 'select $1::integer::text as locked',
    breaks: 'Two deposits that are saved at once each take the whole of what may be paid in before papers are approved.',
    tests: ['src/areas/unverified/unverified.test.ts'],
  },
  {
    name: 'looked-at-uncapped',
    file: 'src/law/verified.ts',
    find: "(papers === 'missing' || papers === 'under_review')",
    replace: "papers === 'missing'",
    breaks: 'Whoever has only sent papers pays in what they like.',
    tests: ['src/areas/unverified/unverified.test.ts'],
  },
  {
    name: 'given-back-to-others',
    file: 'src/areas/payments/payout/asking.ts',
    find: 'only === undefined || only.has(id)',
    replace: 'id > 0',
    breaks: 'Money that came in before papers were approved goes back to another card than paid it.',
    tests: ['src/areas/unverified/unverified.test.ts'],
  },
  {
    name: 'taken-back-without-end',
    file: 'src/areas/platformOperations/asking.ts',
    find: "if (next === 'over')",
    replace: "if (next === 'over' && hands.restAfterRefusal === undefined)",
    breaks: 'A second deal is taken back a third time and more, though nobody knows what became of the first two.',
    tests: ['src/areas/payments/takingBack.test.ts'],
  },
  {
    name: 'forgotten-while-leaving',
    file: 'src/areas/unverified/rules.ts',
    find: 'const left = minor - taken - gone;',
    replace: 'const left = gone > 0n ? 0n : minor - taken;',
    breaks: 'What of a deposit could not go back with the rest is forgotten.',
    tests: ['src/areas/unverified/rules.test.ts'],
  },
  {
    name: 'kept-by-wayless',
    file: 'src/areas/payments/quotes.ts',
    find: "direction === 'deposit' && isCapped(profile) ? { goesBack: true } : {}",
    replace: "direction === 'deposit' && isCapped(profile) ? { goesBack: false } : {}",
    breaks: 'Before papers are approved money is taken by ways that take nothing back.',
    tests: ['src/areas/unverified/cap.test.ts'],
  },
  {
    name: 'second-payment-uncapped',
    file: 'src/areas/payments/provider/reviews.ts',
    find: 'return isVerified(found.profile) || !capsDeposits(found.profile.company);',
    replace: 'return true;',
    breaks: 'A second payment of one order is taken of whom papers were refused to.',
    tests: ['src/areas/unverified/cap.test.ts'],
  },
  {
    name: 'hedge-closed-in-time',
    file: 'src/areas/reconciliation/negativeLimits.ts',
    find: 'if (from <= (lastUntil[1 - of] ?? -1)) return true;',
    replace: 'if (from < 0) return true;',
    breaks: 'Whoever closes the winning half before anybody looks has the losing half paid by the broker.',
    tests: ['src/areas/reconciliation/negative.test.ts'],
  },
];
