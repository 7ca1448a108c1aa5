import { expect, test } from 'vitest';
import { dayMs } from '../../base/time.ts';
import { comparedBalances, type Item, type BothSides } from './comparing.ts';

const now = new Date('2026-03-10T12:00:00Z');
const by = { now, patienceMs: 3 * dayMs };
const item = (minor: bigint, why: string, daysAgo = 0): Item => ({
  of: 'entry:1',
  minor,
  why,
  at: new Date(now.getTime() - daysAgo * dayMs),
});
const sides = (more: Partial<BothSides>): BothSides => ({
  stated: 1_000n,
  statedAt: now,
  missing: 0n,
  read: 300n,
  fromBook: 700n,
  book: 1_000n,
  items: [],
  ...more,
});

test.each([
  ['the bank, its transactions and the book say the same', {}, 'same', [], false],
  ['a statement was never told of', { missing: 50n }, 'open', ['not_read'], false],
  ['the book has what no transaction brought', { book: 1_040n }, 'open', ['by_hand'], false],
  ['charges left the account', { read: 280n, items: [item(-20n, 'not_ours', 90)] }, 'explained', ['not_ours'], false],
  ['what came in is not booked yet', { read: 340n, items: [item(40n, 'under_way')] }, 'explained', ['under_way'], true],
  ['what came in was never booked', { read: 340n, items: [item(40n, 'under_way', 4)] }, 'open', ['not_in_book'], false],
  [
    'what came in waits for a word, however long',
    { read: 340n, items: [item(40n, 'on_review', 40)] },
    'explained',
    ['on_review'],
    true,
  ],
  ['a payout stands in no statement yet', { book: 900n, items: [item(100n, 'payout', 1)] }, 'explained', ['payout'], true],
  ['a payout stands in no statement at all', { book: 900n, items: [item(100n, 'payout', 5)] }, 'open', ['payout'], false],
  ['what somebody refused came and went', { read: 340n, items: [item(40n, 'refused', 9)] }, 'explained', ['gone_back'], false],
  [
    'one explains itself and another does not',
    { read: 340n, book: 1_010n, items: [item(40n, 'on_review')] },
    'open',
    ['by_hand', 'on_review'],
    true,
  ],
] as const)('%s', (...[, more, state, whys, isMoving]) => {
  const compared = comparedBalances(sides(more), by);
  expect([compared.state, compared.findings.map(({ why }) => why), compared.isMoving]).toEqual([state, whys, isMoving]);
  // Every cent of what differs is named.
  const found = compared.findings.reduce((sum, { minor }) => sum + minor, 0n);
  expect(found).toBe(compared.missing + compared.difference);
});
