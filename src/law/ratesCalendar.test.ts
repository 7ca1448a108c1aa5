import { expect, test } from 'vitest';
import { referenceDays } from '../sandbox/ecb/reference.ts';
import { lastReferenceDay, madeAt, publishedAt, referenceDayBefore } from './ratesCalendar.ts';

test('rates are made at ten past two and published at four in the afternoon of Frankfurt, in summer and in winter', () => {
  expect(publishedAt('2026-03-27')).toEqual(new Date('2026-03-27T15:00:00Z'));
  expect(publishedAt('2026-03-30')).toEqual(new Date('2026-03-30T14:00:00Z'));
  expect(publishedAt('2026-10-26')).toEqual(new Date('2026-10-26T15:00:00Z'));
  expect(madeAt('2026-03-30')).toEqual(new Date('2026-03-30T12:10:00Z'));
});

test.each([
  ['2026-11-20T14:59:59Z', '2026-11-19'],
  ['2026-11-20T15:00:00Z', '2026-11-20'],
  ['2026-11-21T18:00:00Z', '2026-11-20'],
  ['2026-11-23T08:00:00Z', '2026-11-20'],
  ['2026-12-27T18:00:00Z', '2026-12-24'],
  ['2027-01-01T18:00:00Z', '2026-12-31'],
])('at %s the newest published day is %s', (at, day) => {
  expect(lastReferenceDay(new Date(at), publishedAt)).toBe(day);
});

test('the calendar knows the same days as the Bank of the sandbox, which reckons by itself', () => {
  const days = referenceDays('2016-12-01', new Date('2060-12-31T20:00:00Z'));
  expect(days.slice(1).map(referenceDayBefore)).toEqual(days.slice(0, -1));
});
