import { describe, expect, test } from 'vitest';
import { dueOf, noticeDue, returnState } from './rules.ts';

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour));

test('what comes later goes back with the first of it, and never after its own days', () => {
  expect(dueOf(at(1), 15, [])).toEqual(at(16));
  expect(dueOf(at(9), 15, [{ arrivedAt: at(1), dueAt: at(16) }])).toEqual(at(16));
  // The days were shortened meanwhile.
  expect(dueOf(at(3), 5, [{ arrivedAt: at(1), dueAt: at(16) }])).toEqual(at(8));
  expect(dueOf(at(3), 5, [{ arrivedAt: null, dueAt: null }])).toEqual(at(8));
});

describe('a notice before the end', () => {
  const of = (now: Date, days = 15) => noticeDue({ dueAt: at(16), days }, [7, 1], now);
  test.each([
    [at(8, 23), undefined],
    [at(9), 7],
    [at(14, 23), 7],
    [at(15), 1],
    [at(15, 23), 1],
    [at(16), undefined],
  ])('at %s is that of %s days', (now, wanted) => expect(of(now)).toBe(wanted));

  test('is none where the money itself came no earlier', () => {
    expect(of(at(10), 7)).toBeUndefined();
    expect(of(at(15), 7)).toBe(1);
    expect(of(at(15, 12), 1)).toBeUndefined();
  });
});

test.each([
  ['sent', null, 'under_way'],
  ['awaiting_approval', null, 'under_way'],
  ['completed', null, 'returned'],
  ['completed', 'paid_in_part', 'not_taken'],
  ['failed', 'payout_refused', 'not_taken'],
  ['declined', 'approval_declined', 'not_taken'],
] as const)('a return that is %s because of %s is %s', (phase, reason, state) => {
  expect(returnState(phase, reason)).toBe(state);
});
