import { expect, test } from 'vitest';
import { dayIn, daysOf, periodNamed, quickPeriods } from './quickPeriods.ts';

const march = new Date('2028-03-05T23:00:00Z');

test.each([
  ['thisMonth', { from: '2028-03-01', till: '2028-03-05' }],
  ['lastMonth', { from: '2028-02-01', till: '2028-02-29' }],
  ['thisYear', { from: '2028-01-01', till: '2028-03-05' }],
  ['lastYear', { from: '2027-01-01', till: '2027-12-31' }],
] as const)('%s is %j', (period, days) => expect(daysOf(period, march)).toEqual(days));

test('in January the month before is of the year before', () => {
  expect(daysOf('lastMonth', new Date('2028-01-31T10:00:00Z'))).toEqual({ from: '2027-12-01', till: '2027-12-31' });
});

test('days are known again as the period that they are, and others as nobody’s', () => {
  for (const period of quickPeriods) expect(periodNamed(daysOf(period, march), march)).toBe(period);
  expect(periodNamed({ from: '2028-02-02', till: '2028-02-29' }, march)).toBeUndefined();
});

test.each([
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('%s in an address is the day %s', (text, day) => expect(dayIn(text)).toBe(day));
