import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announcedFor, chosenSource, monthsLater } from './rules.ts';

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['2026-08-23T10:30:00', 3, '2026-11-23T10:30:00.000Z'],
  ['2026-11-30T00:00:00', 3, '2027-02-28T00:00:00.000Z'],
  ['2027-11-30T23:59:59', 3, '2028-02-29T23:59:59.000Z'],
  ['2026-05-31T12:00:00', -3, '2026-02-28T12:00:00.000Z'],
])('from %s it is %i months to %s', (from, months, then) => {
  expect(monthsLater(at(from), months).toISOString()).toBe(then);
});

test('a fee is announced seven days before it is due, and never due sooner after that', () => {
  const asked = { idleSince: at('2026-08-23T10:00:00'), lastDueAt: null, months: 3, noticeDays: 7 };
  expect(announcedFor({ ...asked, now: at('2026-11-16T09:59:59') })).toBeUndefined();
  expect(announcedFor({ ...asked, now: at('2026-11-16T10:00:00') })).toEqual(at('2026-11-23T10:00:00'));
  expect(announcedFor({ ...asked, now: at('2026-12-10T00:00:00') })).toEqual(at('2026-12-17T00:00:00'));
  const next = { ...asked, lastDueAt: at('2026-11-23T10:00:00') };
  expect(announcedFor({ ...next, now: at('2026-12-10T00:00:00') })).toBeUndefined();
  expect(announcedFor({ ...next, now: at('2026-12-16T10:00:00') })).toEqual(at('2026-12-23T10:00:00'));
});

test('whenever they can be charged, fees are a month apart, each told in time, and what was missed is not made up for', () => {
  const dayMs = 86_400_000;
  const idleSince = at('2026-01-31T10:00:00');
  const asked = fc.record({
    months: fc.integer({ min: 1, max: 6 }),
    noticeDays: fc.integer({ min: 1, max: 60 }),
    // Days on which somebody looks and there is money: all others pass without a word.
    looks: fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 400 }),
  });
  fc.assert(
    fc.property(asked, ({ months, noticeDays, looks }) => {
      let lastDueAt: Date | null = null;
      for (const day of looks.toSorted((one, other) => one - other)) {
        const now = new Date(idleSince.getTime() + day * dayMs);
        // While one is announced there is no other.
        if (lastDueAt && lastDueAt > now) continue;
        const dueAt = announcedFor({ idleSince, lastDueAt, months, noticeDays, now });
        if (!dueAt) continue;
        expect(dueAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(noticeDays * dayMs);
        expect(dueAt >= (lastDueAt ? monthsLater(lastDueAt, 1) : monthsLater(idleSince, months))).toBe(true);
        lastDueAt = dueAt;
      }
    }),
  );
});

test('the whole fee comes from one place that has it, else what there is from the one that has the largest part', () => {
  const place = (name: string, available: bigint, fee: bigint) => ({ name, available, fee });
  const taken = (...places: ReturnType<typeof place>[]) => {
    const chosen = chosenSource(places);
    return chosen && [chosen.source.name, chosen.taken];
  };
  expect(taken(place('a', 500n, 1000n), place('b', 1000n, 1000n), place('c', 9000n, 1000n))).toEqual(['b', 1000n]);
  expect(taken(place('a', 500n, 1000n), place('b', 400n, 600n))).toEqual(['b', 400n]);
  expect(taken(place('a', 0n, 1000n), place('b', -5n, 1000n))).toBeUndefined();
  const money = fc.bigInt({ min: -100n, max: 5000n });
  const places = fc.array(fc.record({ available: money, fee: fc.bigInt({ min: 0n, max: 2000n }) }), { maxLength: 5 });
  fc.assert(
    fc.property(places, (all) => {
      const chosen = chosenSource(all);
      const { available = 0n, fee = 0n } = chosen?.source ?? {};
      expect(chosen !== undefined).toBe(all.some((each) => each.available > 0n && each.fee > 0n));
      expect(chosen === undefined || (chosen.taken > 0n && chosen.taken <= available && chosen.taken <= fee)).toBe(true);
    }),
  );
});
