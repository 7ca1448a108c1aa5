import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completed, hiddenOf, nextDate, nextHour, skippedFor, timingOf } from './rules.ts';

const at = (text: string) => new Date(`${text}:00Z`);
const dates = (every: 'once' | 'week' | 'month', when: { onDate?: string; day?: number }) => ({
  every,
  onDate: when.onDate ?? null,
  day: when.day ?? null,
});

describe('the next date of an order', () => {
  test.each([
    {
      name: 'of each Monday, from a Wednesday',
      order: dates('week', { day: 1 }),
      since: '2026-11-25T10:00',
      next: '2026-11-30T06:00',
    },
    {
      name: 'of each Sunday, from that Sunday before the hour',
      order: dates('week', { day: 7 }),
      since: '2026-11-29T05:59',
      next: '2026-11-29T06:00',
    },
    {
      name: 'of each Sunday, from that hour on',
      order: dates('week', { day: 7 }),
      since: '2026-11-29T06:00',
      next: '2026-12-06T06:00',
    },
    {
      name: 'of the first of each month',
      order: dates('month', { day: 1 }),
      since: '2026-11-25T10:00',
      next: '2026-12-01T06:00',
    },
    {
      name: 'of the 31st, in a month of thirty days',
      order: dates('month', { day: 31 }),
      since: '2026-11-25T10:00',
      next: '2026-11-30T06:00',
    },
    { name: 'of the 30th, in February', order: dates('month', { day: 30 }), since: '2027-01-31T10:00', next: '2027-02-28T06:00' },
    {
      name: 'of the 29th, in a leap year',
      order: dates('month', { day: 29 }),
      since: '2028-02-01T10:00',
      next: '2028-02-29T06:00',
    },
    { name: 'of one day', order: dates('once', { onDate: '2027-03-04' }), since: '2026-11-25T10:00', next: '2027-03-04T06:00' },
  ])('$name', ({ order, since, next }) => {
    expect(nextDate(order, at(since), 6)?.toISOString().slice(0, 16)).toBe(next);
  });

  test('is none when its one day is over', () => {
    expect(nextDate(dates('once', { onDate: '2026-11-25' }), at('2026-11-25T06:00'), 6)).toBeUndefined();
    expect(
      timingOf({ occasion: 'dates', ...dates('once', { onDate: '2026-11-25' }) }, at('2026-11-25T06:00'), 6),
    ).toBeUndefined();
  });

  test('is always later than the one before', () => {
    let then = at('2026-01-01T00:00');
    for (let count = 0; count < 40; count++) {
      const next = nextDate(dates('month', { day: 31 }), then, 6);
      expect(next && next > then).toBe(true);
      then = next ?? then;
    }
    expect(then.toISOString()).toBe('2029-04-30T06:00:00.000Z');
  });
});

test('profit is looked at at the next such hour, and counted from now on', () => {
  const now = at('2026-11-25T06:00');
  expect(nextHour(now, 6)).toEqual(at('2026-11-26T06:00'));
  const asked = { occasion: 'profit', every: null, onDate: null, day: null } as const;
  expect(timingOf(asked, now, 6)).toEqual({ nextAt: at('2026-11-26T06:00'), countedFrom: now });
});

test.each([
  ['platform_unavailable', 1, undefined],
  ['rate_not_available', 23, undefined],
  ['platform_unavailable', 24, 'unavailable'],
  ['not_enough_money', 0, 'not_enough_money'],
  ['20037', 0, 'not_enough_money'],
  ['20034', 0, 'bonus'],
  ['debt_open', 0, 'debt'],
  ['account_frozen', 0, 'not_allowed'],
] as const)('a run that is refused with %s after %i hours is skipped as %s', (code, hours, reason) => {
  const begun = at('2026-11-25T06:00');
  const now = new Date(begun.getTime() + hours * 3_600_000);
  expect(skippedFor(code, { at: begun, now, retryHours: 24 })).toBe(reason);
});

test('whatever is chosen, what is asked for has a value to begin with, and nothing else is held', () => {
  const text = fc.constantFrom('', '1', '7');
  const wish = fc.record({
    account_number: text,
    target_account_number: text,
    occasion: fc.constantFrom('deposit', 'profit', 'dates'),
    moves: fc.constantFrom('', 'share', 'amount'),
    share: text,
    above: text,
    every: fc.constantFrom('', 'once', 'week', 'month'),
    on: text,
    weekday: text,
    day: text,
    amount: text,
  });
  fc.assert(
    fc.property(wish, (typed) => {
      const held = completed(typed);
      expect(completed(held)).toEqual(held);
      expect(held.moves !== '').toBe(held.occasion === 'deposit');
      expect(held.share !== '').toBe(held.moves === 'share');
      expect(held.every !== '').toBe(held.occasion === 'dates');
      expect(hiddenOf(held).length === 0).toBe(held.occasion === 'dates' || held.moves === 'amount');
    }),
  );
});
