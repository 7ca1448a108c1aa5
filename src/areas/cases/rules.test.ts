import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../settings/index.ts';
import { afterBusinessHours, officeAt } from './rules.ts';

const office = defaultSettings.desk.businessHours;
const until = (from: string, hours: number) => afterBusinessHours(new Date(from), hours, office).toISOString();

// The office is open Monday to Friday, 06:00 to 20:00 GMT+2: 04:00 to 18:00 UTC. 2 March 2026 is a Monday.
test.each([
  ['within a day', '2026-03-02T08:00:00Z', 4, '2026-03-02T12:00:00.000Z'],
  ['to the minute that the office closes', '2026-03-02T08:00:00Z', 10, '2026-03-02T18:00:00.000Z'],
  ['over a night', '2026-03-02T16:00:00Z', 4, '2026-03-03T06:00:00.000Z'],
  ['from before the office opens', '2026-03-02T01:00:00Z', 1, '2026-03-02T05:00:00.000Z'],
  ['from after it has closed', '2026-03-02T19:00:00Z', 1, '2026-03-03T05:00:00.000Z'],
  ['over a week-end', '2026-03-06T17:00:00Z', 2, '2026-03-09T05:00:00.000Z'],
  ['from within a week-end', '2026-03-07T12:00:00Z', 24, '2026-03-10T14:00:00.000Z'],
  ['for the promised day of business hours', '2026-03-02T04:00:00Z', 24, '2026-03-03T14:00:00.000Z'],
  ['from Sunday night of UTC, which is Monday in the office', '2026-03-01T23:00:00Z', 1, '2026-03-02T05:00:00.000Z'],
] as const)('hours of business pass %s', (...[, from, hours, expected]) => {
  expect(until(from, hours)).toBe(expected);
});

test.each([
  ['before it opens', '2026-03-02T03:59:59Z', false, '2026-03-02T04:00:00.000Z'],
  ['when it opens', '2026-03-02T04:00:00Z', true, '2026-03-02T18:00:00.000Z'],
  ['when it has closed', '2026-03-02T18:00:00Z', false, '2026-03-03T04:00:00.000Z'],
  ['on Friday night', '2026-03-06T18:00:00Z', false, '2026-03-09T04:00:00.000Z'],
] as const)('the office says %s whether it is open, and until when', (...[, at, isOpen, changesAt]) => {
  expect(officeAt(new Date(at), office)).toEqual({ isOpen, changesAt: new Date(changesAt) });
});

test('hours of business never pass faster than those of the clock, and more of them never sooner', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  const hours = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(instant, hours, hours, (from, some, more) => {
      const [first, second] = [afterBusinessHours(from, some, office), afterBusinessHours(from, some + more, office)];
      expect(first.getTime()).toBeGreaterThanOrEqual(from.getTime() + some * 3_600_000);
      expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime());
    }),
  );
});
