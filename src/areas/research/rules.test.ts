import { expect, test } from 'vitest';
import type { ClientProfile } from '../../law/gates.ts';
import type { StatusId } from '../../law/statuses.ts';
import { whyShut } from './rules.ts';

const profile = (status: StatusId): ClientProfile => ({
  status,
  company: 3,
  country: 'ZA',
  category: 0,
  registeredAt: new Date('2024-05-01T00:00:00Z'),
  hasApprovedId: true,
  hasApprovedResidence: true,
  appropriatenessPassed: true,
});

test.each([
  [6, false, 0n, 'complete_registration'],
  [9, false, 0n, undefined],
  [9, true, 100_00n, 'research_approved_only'],
  [12, true, 99_99n, 'research_equity_short'],
  [12, true, 100_00n, undefined],
  [5, false, 0n, 'account_closed'],
] as const)(
  'to status %i, where papers count (%s) and equity is %s cents, what is in the way is %s',
  (...[status, approvedOnly, equity, code]) => {
    const leastEquity = approvedOnly ? 100_00n : 0n;
    expect(whyShut({ approvedOnly, leastEquity }, { profile: profile(status), equity })).toBe(code);
  },
);
