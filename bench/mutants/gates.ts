import type { Mutant } from './mutant.ts';

const gates = 'src/law/gates.ts';
const tests = ['src/law/gates.test.ts'] as const;

/** Of what a client may do. */
export const gateMutants: readonly Mutant[] = [
  {
    name: 'frozen-transfers',
    file: gates,
    find: "  'open_demo_account',\n  'trade_demo',\n  'close_position',\n  'change_trading_password',\n  // Nothing",
    replace:
      "  'open_demo_account',\n  'transfer',\n  'trade_demo',\n  'close_position',\n  'change_trading_password',\n  // Nothing",
    breaks: 'A frozen client moves money between own accounts.',
    tests,
  },
  {
    name: 'withdraw-only-deposits',
    file: gates,
    find: '[...opening, ...moneyIn, ...dealing]',
    replace: '[...opening, ...dealing]',
    breaks: 'A client who may only withdraw pays in.',
    tests,
  },
  {
    name: 'papers-lock-day',
    file: gates,
    find: 'profile.registeredAt >= region.papersLockSince',
    replace: 'profile.registeredAt > region.papersLockSince',
    breaks: 'Whoever registered at the very moment from which papers are asked for is let in without them.',
    tests,
  },
  {
    name: 'one-paper-is-enough',
    file: gates,
    find: '!(profile.hasApprovedId && profile.hasApprovedResidence)',
    replace: '!(profile.hasApprovedId || profile.hasApprovedResidence)',
    breaks: 'One of the two papers opens what both are asked for.',
    tests,
  },
  {
    name: 'untested-retail',
    file: gates,
    find: 'region.appropriatenessTest.includes(categoryKind(profile.category)) && !profile.appropriatenessPassed,',
    replace: 'region.appropriatenessTest.includes(categoryKind(profile.category)) && profile.appropriatenessPassed,',
    breaks: 'Whoever has not passed the test opens a live account, and whoever has does not.',
    tests,
  },
  {
    name: 'foreign-site',
    file: gates,
    find: "site !== undefined && site !== 'global',",
    replace: "site !== undefined && site === 'uk',",
    breaks: 'A global client acts on the EU site.',
    tests: [...tests, 'src/server/serve/site.test.ts'],
  },
  {
    name: 'partial-withdraws',
    file: gates,
    find: "when: ({ status }) => statusFacts(status).registration === 'partial' && status !== 66,",
    replace: "when: ({ status }) => statusFacts(status).registration === 'partial' && status > 66,",
    breaks: 'Whoever has not finished the registration withdraws.',
    tests,
  },
  {
    name: 'charged-back-follows',
    file: gates,
    find: "'withdraw', 'trade', 'buy_gold', 'invest'],\n    when: ({ isChargedBack })",
    replace: "'withdraw', 'trade', 'buy_gold'],\n    when: ({ isChargedBack })",
    breaks: 'Who was charged back opens an account by following a strategy.',
    tests,
  },
  {
    name: 'untested-investors',
    file: gates,
    find: "stops: ['open_live_account', 'invest'],\n    when: (profile, region) =>",
    replace: "stops: ['open_live_account'],\n    when: (profile, region) =>",
    breaks: 'A retail client of the EU or the UK follows a strategy before passing the test.',
    tests,
  },
  {
    name: 'helpers-unguarded',
    file: 'src/sandbox/box.ts',
    find: 'guardHelpers(options.fastify, options);',
    replace: 'void guardHelpers;',
    breaks: 'A page of somebody else’s that a browser here has open moves the clock, and reads the letters.',
    tests: ['src/sandbox/box.test.ts'],
  },
  {
    name: 'helpers-passed-on-unguarded',
    file: 'src/sandbox/elsewhere.ts',
    find: 'guardHelpers(fastify, options);',
    replace: 'void guardHelpers;',
    breaks: 'It does so where the vendors run in a process of their own.',
    tests: ['src/sandbox/standalone.test.ts'],
  },
  {
    name: 'vendors-unguarded',
    file: 'src/sandbox/standalone.ts',
    find: 'guardHelpers(fastify, {});',
    replace: 'void guardHelpers;',
    breaks: 'It reads the keys at the vendors’ own process.',
    tests: ['src/sandbox/standalone.test.ts'],
  },
  {
    name: 'frozen-card',
    file: 'src/areas/prepaidCards/calls.ts',
    find: 'if (!blocked && !may.allowed && isFrozen(may))',
    replace: 'if (blocked && !may.allowed && isFrozen(may))',
    breaks: 'Whoever is frozen takes the block of a card back, and what is on it is spent.',
    tests: ['src/areas/prepaidCards/leaving.test.ts'],
  },
];
