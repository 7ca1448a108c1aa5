import { describe, expect, test } from 'vitest';
import { hourMs } from '../../base/time.ts';
import { brokenSince, localDate, newsOf, spanOf, zoneNamed } from './rules.ts';

describe('A day by the clocks of a zone', () => {
  test.each([
    ['Europe/London', '2026-03-28', 24],
    ['Europe/London', '2026-03-29', 23],
    ['Europe/London', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Dubai', '2026-03-29', 24],
    // Clocks are put forward at midnight there.
    ['Africa/Cairo', '2026-04-24', 23],
    ['America/Santiago', '2026-09-06', 23],
    // And here put back at midnight, so that its hour before comes twice.
    ['America/Santiago', '2026-04-04', 25],
    // An hour of the night comes twice, midnight among it.
    ['America/Havana', '2026-11-01', 25],
  ])('in %s %s has %i hours, each of them is of that day, and the next begins where it ends', (name, day, hours) => {
    const zone = zoneNamed(name);
    if (!zone) throw new Error(`there is no ${name}`);
    const { from, to } = spanOf(zone, day, day);
    expect((to.getTime() - from.getTime()) / hourMs).toBe(hours);
    for (let at = from.getTime(); at < to.getTime(); at += hourMs / 2) expect(localDate(zone, new Date(at))).toBe(day);
    expect(localDate(zone, new Date(from.getTime() - 1))).not.toBe(day);
    expect(localDate(zone, to)).not.toBe(day);
  });

  test.each(['', '120', '+02:00', 'Europe/Atlantis', '../etc/passwd', 'America/New_York+7'])('"%s" is no zone', (name) => {
    expect(zoneNamed(name)).toBeUndefined();
  });
});

test.each([
  { fact: 'nothing was ever read', asOf: null, readAt: null, triedAt: '12:00', since: '12:00' },
  { fact: 'it was read just now', asOf: '12:00', readAt: '12:00', triedAt: '12:00', since: undefined },
  { fact: 'it was read two minutes ago', asOf: '11:58', readAt: '11:58', triedAt: '12:00', since: undefined },
  { fact: 'it could not be read for longer', asOf: '11:57', readAt: '11:57', triedAt: '12:00', since: '11:57' },
  { fact: 'it is read and tells nothing newer', asOf: '11:44', readAt: '12:00', triedAt: '12:00', since: '11:44' },
])('when $fact, its age says so', ({ asOf, readAt, triedAt, since }) => {
  const at = (hour: string | null) => (hour === null ? null : new Date(`2026-03-02T${hour}:00Z`));
  const told = brokenSince({ asOf: at(asOf), readAt: at(readAt), triedAt: at(triedAt) }, new Date('2026-03-02T12:00:00Z'));
  expect(told).toEqual(since === undefined ? undefined : at(since));
});

test.each([
  ['scheduled', null, 'released', '0.3', 'released'],
  ['tentative', null, 'released', '0.3', 'released'],
  ['released', '0.3', 'released', '0.4', 'revised'],
  ['released', '0.3', 'released', '0.3', undefined],
  ['released', '0.3', 'released', null, undefined],
  ['scheduled', null, 'cancelled', null, 'cancelled'],
  ['cancelled', null, 'cancelled', null, undefined],
  ['cancelled', null, 'scheduled', null, undefined],
] as const)('from %s (%s) to %s (%s) what is told is %s', (...[state, actual, next, figure, news]) => {
  const startsAt = new Date('2026-03-02T13:30:00Z');
  expect(newsOf({ state, actual, startsAt }, { state: next, actual: figure, startsAt })).toBe(news);
  expect(newsOf(undefined, { state: next, actual: figure, startsAt })).toBeUndefined();
});
