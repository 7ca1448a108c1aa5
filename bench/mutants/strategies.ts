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
];
