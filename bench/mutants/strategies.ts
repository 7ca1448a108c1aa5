import type { Mutant } from './mutant.ts';

const area = 'src/areas/strategies';

/** Of the figures of strategies, and of who makes one. */
export const strategiesMutants: readonly Mutant[] = [
  {
    name: 'flow-as-a-gain',
    file: `${area}/rules.ts`,
    find: 'const base = equity + amount;',
    replace: 'const base = equity + amount * 0n;',
    breaks: 'Money that is paid in counts as what the strategy has made.',
    tests: [`${area}/rules.test.ts`],
  },
  {
    name: 'flow-always-exact',
    file: `${area}/days.ts`,
    find: 'isEstimated ||= read === undefined && walk.open.size > 0;',
    replace: '',
    breaks: 'A return that is estimated is told as exact.',
    tests: [`${area}/days.test.ts`],
  },
  {
    name: 'late-deal-passed-over',
    file: `${area}/figuring.ts`,
    find: 'if (stand.deals === kept.deals && stand.funds === kept.funds)',
    replace: 'if (stand)',
    breaks: 'A deal that turns up late changes no figure.',
    tests: [`${area}/calls.test.ts`],
  },
  {
    name: 'strategy-without-approval',
    file: 'src/areas/providers/converting.ts',
    find: "if (request?.status !== 'approved') return refuse('provider_not_approved');",
    replace: "if (!request) return refuse('provider_not_approved');",
    breaks: 'Whoever was declined makes a strategy all the same.',
    tests: ['src/areas/providers/calls.test.ts'],
  },
  {
    name: 'share-without-memory-of-losses',
    file: 'src/areas/investments/rules.ts',
    find: 'return of.paid <= 0n ? of.highWater : of.equity - of.paid;',
    replace: 'return of.equity - of.paid;',
    breaks: 'What was lost is not made good before the next share.',
    tests: ['src/areas/investments/rules.test.ts'],
  },
  {
    name: 'share-of-what-was-paid-in',
    file: 'src/areas/investments/shares/deciding.ts',
    find: 'if (flows.waiting > 0 || (await hasOpenShare(sql, investment.id))) return undefined;',
    replace: 'if (await hasOpenShare(sql, investment.id)) return undefined;',
    breaks: 'Money that was paid in and is not booked yet is shared as a profit.',
    tests: ['src/areas/investments/shares/shares.test.ts'],
  },
  {
    name: 'share-of-what-the-platform-alone-has',
    file: 'src/areas/investments/shares/deciding.ts',
    find: "if (left.outcome !== 'done' || left.excess > 0n) return undefined;",
    replace: "if (left.outcome !== 'done') return undefined;",
    breaks: 'What a platform has credited twice is shared as a profit.',
    tests: ['src/areas/investments/shares/shares.test.ts'],
  },
  {
    name: 'withdrawal-beside-a-share',
    file: 'src/areas/investments/flows.ts',
    find: '? (await flowsOf(sql, investment.id)).waiting > 0 || (await hasOpenShare(sql, investment.id))',
    replace: '? (await flowsOf(sql, investment.id)).waiting > 0',
    breaks: 'Money leaves while a share of it is still on its way.',
    tests: ['src/areas/investments/shares/shares.test.ts'],
  },
  {
    name: 'share-of-a-held-client',
    file: 'src/areas/investments/shares/deciding.ts',
    find: "if (await isHeld(sql, { client: investment.clientId, side: 'pays' })) return undefined;",
    replace: "await isHeld(sql, { client: investment.clientId, side: 'pays' });",
    breaks: 'What a client is to pay of profits is decided while their payments are looked at.',
    tests: ['src/areas/investments/shares/holding.test.ts'],
  },
  {
    name: 'share-to-a-held-provider',
    file: 'src/areas/investments/shares/paying.ts',
    find: "if (await isHeld(sql, { client: clientId, side: 'gets' })) return false;",
    replace: "await isHeld(sql, { client: clientId, side: 'gets' });",
    breaks: 'A provider whose payments are looked at gets a share of profits.',
    tests: ['src/areas/investments/shares/holding.test.ts'],
  },
];
