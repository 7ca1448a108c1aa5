import type { Mutant } from './mutant.ts';

const area = 'src/areas/screening';
const payouts = ['src/areas/screening/payouts.test.ts'] as const;
const restrictions = ['src/areas/restrictions/restrictions.test.ts'] as const;

/** Of clients who may be on a list, and of what platforms are told of clients who may do less. */
export const screeningMutants: readonly Mutant[] = [
  {
    name: 'payout-before-screening',
    file: 'src/areas/payments/payout/held.ts',
    find: 'return (await isScreeningAwaited(sql, remittance.clientId,',
    replace: 'return part.tries > 1_000 && (await isScreeningAwaited(sql, remittance.clientId,',
    breaks: 'Money goes out to somebody who was never compared with the lists.',
    tests: payouts,
  },
  {
    name: 'payout-despite-hit',
    file: 'src/areas/payments/payout/reviewing.ts',
    find: "if (profile.arePaymentsPaused) return 'client_screened';",
    replace: 'if (profile.arePaymentsPaused) return undefined;',
    breaks: 'Staff pays out to somebody who may be on a list of sanctions.',
    tests: payouts,
  },
  {
    name: 'gold-before-screening',
    file: 'src/areas/goldDelivery/perform.ts',
    find: '(await isScreeningAwaited(sql, delivery.clientId, watchlists.names)) ||',
    replace: '',
    breaks: 'Bars leave the vault for somebody who was never compared with the lists.',
    tests: ['src/areas/goldDelivery/calls.test.ts'],
  },
  {
    name: 'hit-holds-nothing',
    file: `${area}/store.ts`,
    find: "h.kind = 'sanctions' and h.status in ('open', 'true_hit')",
    replace: "h.kind = 'sanctions' and h.status = 'true_hit'",
    breaks: 'While somebody looks at a match, money comes and goes.',
    tests: [`${area}/screening.test.ts`],
  },
  {
    name: 'restriction-lets-open',
    file: 'src/law/restrictions.ts',
    find: "if (profile.isChargedBack) return 'charged_back';",
    replace: '',
    breaks: 'Who was charged back opens positions in the platform’s own terminal.',
    tests: restrictions,
  },
  {
    name: 'wish-overtakes',
    file: 'src/areas/restrictions/store.ts',
    find: "where w.state = 'set' and w.wanted <> excluded.wanted",
    replace: 'where w.wanted <> excluded.wanted',
    breaks: 'A restriction whose answer was lost lands after it was lifted.',
    tests: restrictions,
  },
  {
    name: 'widened-is-let-stand',
    file: 'src/areas/restrictions/rules.ts',
    find: "if (isWider(found, wanted)) return 'widened';",
    replace: "if (isWider(found, wanted)) return 'narrowed_now';",
    breaks: 'A frozen account that somebody opens at the platform stays open there.',
    tests: restrictions,
  },
  {
    name: 'look-that-died',
    file: 'src/areas/screening/listed.ts',
    find: 'failing_since = coalesce(w.failing_since, excluded.failing_since)',
    replace: 'failing_since = w.failing_since',
    breaks: 'A list over which each look dies stands as read, and payouts go on by an old one.',
    tests: ['src/areas/screening/unscreened.test.ts'],
  },
  {
    name: 'screening-taken-along',
    file: 'src/areas/personalData/identityRecords.ts',
    find: "whose: `client_id = $1 and kind <> 'screening'`",
    replace: 'whose: `client_id = $1`',
    breaks: 'Clients read in their own data what lists of sanctions say of them.',
    tests: ['src/areas/exports/personal.test.ts'],
  },
];
