import { expect, test } from 'vitest';
import type { ClientProfile } from '../../law/gates.ts';
import { isShown, statusBeside } from './rules.ts';

const approved: ClientProfile = {
  status: 12,
  company: 3,
  country: 'ZA',
  category: 0,
  registeredAt: new Date('2024-01-01T00:00:00Z'),
  hasApprovedId: true,
  hasApprovedResidence: true,
  appropriatenessPassed: false,
};
const frozen: ClientProfile = { ...approved, status: 14 };

// Document 3 §4 has both: deposit suggestions show only for live accounts, and whoever is asked to log in to the new UK
// account cannot also be moved there by a batch transfer.
test('what is for live accounts is not shown of a demo account, nor of none', () => {
  const forLive = { onlyFor: 'live' } as const;
  expect(isShown(forLive, { typeGroup: 'live', profile: approved })).toBe(true);
  expect(isShown(forLive, { typeGroup: 'demo', profile: approved })).toBe(false);
  expect(isShown(forLive, { typeGroup: null, profile: approved })).toBe(false);
  expect(isShown({}, { typeGroup: 'demo', profile: approved })).toBe(true);
  expect(isShown(undefined, { typeGroup: null, profile: approved })).toBe(true);
});

test('what leads to something is seen only by whom it is open to', () => {
  const gated = { gates: ['deposit'] } as const;
  expect(isShown(gated, { typeGroup: null, profile: approved })).toBe(true);
  expect(isShown(gated, { typeGroup: null, profile: frozen })).toBe(false);
});

test('a notice is declined beside the type that it gives way to, and open without it', () => {
  const givesWay = { declinedBeside: 'login_to_new_uk_account' };
  expect(statusBeside(givesWay, new Set(['other', 'login_to_new_uk_account']))).toBe('decline');
  expect(statusBeside(givesWay, new Set(['other']))).toBe('open');
  expect(statusBeside({}, new Set(['login_to_new_uk_account']))).toBe('open');
});
