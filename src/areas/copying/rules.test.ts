import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askedAgainAt,
  causeOfEnd,
  closingSize,
  copySize,
  isLess,
  isNothing,
  isSamePrice,
  lessLots,
  mayResume,
  slippageOf,
} from './rules.ts';

const limits = { lotsMin: '0.01', lotsMax: '100.00', lotsStep: '0.01' };
const open = (lots: string, follower: bigint, isSafe = false) =>
  copySize({ lots, worth: { follower, strategy: 1_000_000n }, isSafe, limits });

test('a copy is in proportion by equity, half of it in safety mode, on the step and never above its part', () => {
  expect(open('1.00', 500_000n)).toEqual({ ok: true, lots: '0.50', isCapped: false });
  expect(open('1.00', 500_000n, true)).toEqual({ ok: true, lots: '0.25', isCapped: false });
  expect(open('0.10', 199_999n)).toEqual({ ok: true, lots: '0.01', isCapped: false });
  expect(open('0.10', 99_999n)).toEqual({ ok: false, reason: 'below_minimum' });
  expect(open('50', 5_000_000n)).toEqual({ ok: true, lots: '100.00', isCapped: true });
  expect(open('1', 0n)).toEqual({ ok: false, reason: 'no_equity' });
  expect(open('1', -5n)).toEqual({ ok: false, reason: 'no_equity' });
});

const hundredths = (most: number) => fc.integer({ min: 1, max: most });
const lotsOf = (units: number): string => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;

test('whatever the equities, a copy is no larger than its part, and less than a step smaller', () => {
  fc.assert(
    fc.property(hundredths(10_000), fc.bigInt(1n, 10n ** 10n), fc.bigInt(1n, 10n ** 10n), (units, follower, strategy) => {
      const size = copySize({ lots: lotsOf(units), worth: { follower, strategy }, isSafe: false, limits });
      // In floating point, by another way.
      const part = (units * Number(follower)) / Number(strategy);
      const copied = size.ok ? Number(size.lots) * 100 : 0;
      expect(copied).toBeLessThanOrEqual(part * (1 + 1e-9) + 1e-9);
      expect(copied).toBeGreaterThan(Math.min(part, 10_001) - 1 - 1e-9 * part - 1e-9);
    }),
  );
});

describe('a closing', () => {
  const close = ([filled, now, left, of, least = '0.01']: readonly [string, string, string, string, string?]) =>
    closingSize({ filled, open: now, left, of, limits: { lotsMin: least, lotsStep: '0.01' } });

  test.each([
    { what: 'half of it', args: ['0.10', '0.10', '0.50', '1.00'], closes: '0.05' },
    { what: 'a part that does not fit the step, rounded up', args: ['0.05', '0.05', '0.50', '1.00'], closes: '0.03' },
    { what: 'all where the rest would be below the least lot', args: ['0.01', '0.01', '0.50', '1.00'], closes: '0.01' },
    { what: 'nothing where no more is left than the part', args: ['0.05', '0.02', '0.45', '1.00'], closes: '0.00' },
    { what: 'all with the last of the strategy', args: ['0.07', '0.03', '0', '1.00'], closes: '0.03' },
    { what: 'all where nobody says of how much', args: ['0.07', '0.07', '0', '0'], closes: '0.07' },
    { what: 'the least lot where its part is less', args: ['1.00', '1.00', '0.99', '1.00', '0.10'], closes: '0.10' },
    {
      what: 'all where the least lot would leave less than that',
      args: ['0.15', '0.15', '0.99', '1.00', '0.10'],
      closes: '0.15',
    },
  ] as const)('takes $what', ({ args, closes }) => {
    expect(close(args)).toBe(closes);
  });

  test('in however many parts the strategy closes, no copy keeps more than its part, and nothing is left at the end', () => {
    fc.assert(
      fc.property(hundredths(500), fc.array(hundredths(300), { minLength: 1, maxLength: 8 }), (units, parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0);
        let [left, now] = [whole, lotsOf(units)];
        for (const part of parts) {
          left -= part;
          const closes = close([lotsOf(units), now, lotsOf(left), lotsOf(whole)]);
          expect(isLess(now, closes)).toBe(false);
          now = lessLots(now, closes);
          expect(Number(now) * whole).toBeLessThanOrEqual((units / 100) * left + 1e-6);
        }
        expect(isNothing(now)).toBe(true);
      }),
    );
  });
});

test('points count against the follower on either side', () => {
  const at = { price: '1.08500', filledPrice: '1.08507', digits: 5 };
  expect(slippageOf({ ...at, side: 'buy' })).toBe(7);
  expect(slippageOf({ ...at, side: 'sell' })).toBe(-7);
});

test('a price is the same however many zeros end it, and no price is none', () => {
  expect(isSamePrice('1.08500', '1.085')).toBe(true);
  expect(isSamePrice(null, undefined)).toBe(true);
  expect(isSamePrice(null, '1.085')).toBe(false);
});

test('why a platform closed something is told by its comment', () => {
  expect(['[so 48.2%]', '[sl 1.08]', '[tp 1.09]', 'mine'].map(causeOfEnd)).toEqual([
    'stopped_out',
    'stop_loss',
    'take_profit',
    'closed_elsewhere',
  ]);
});

test('nobody goes on while the manager’s margin level is under 100 per cent', () => {
  expect([undefined, '100', '4213.5', '99.99', '0'].map(mayResume)).toEqual([true, true, true, false, false]);
});

test('a closing that was refused waits twice as long each time, up to five minutes, and for a shut market until it opens', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const again = (attempt: number, market?: Parameters<typeof askedAgainAt>[0]['market']) =>
    (askedAgainAt({ now, attempt, retryMs: 15_000, market }).getTime() - now.getTime()) / 1000;
  expect([1, 2, 3, 4, 5, 6, 1000].map((attempt) => again(attempt))).toEqual([15, 30, 60, 120, 240, 300, 300]);
  expect(again(2, { isOpen: true })).toBe(30);
  expect(again(2, { isOpen: false, opensAt: undefined })).toBe(30);
  // An hour early, in case that a clock is changed meanwhile; then at the minute itself.
  expect(again(1, { isOpen: false, opensAt: new Date('2026-11-22T22:00:00Z') })).toBe(35 * 3600);
  expect(again(2, { isOpen: false, opensAt: new Date('2026-11-21T10:59:59Z') })).toBe(59 * 60 + 59);
  expect(askedAgainAt({ now, attempt: 1, retryMs: 3_600_000, market: undefined })).toEqual(new Date('2026-11-21T11:00:00Z'));
});
