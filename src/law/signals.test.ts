import { describe, expect, test } from 'vitest';
import { endOfSignalDay, isWeekend, marketOfSession, sessionTimes, signalSessions, type SignalSession } from './signals.ts';

const told = (session: SignalSession, date: string) => {
  const { startsAt, endsAt, season } = sessionTimes(session, date);
  return [startsAt.toISOString().slice(0, 16), endsAt.toISOString().slice(0, 16), season];
};

/* 2026: New York changes on 8 March and 1 November, London on 29 March and 25 October, Tokyo never. */
describe('the sessions of a date', () => {
  test.each([
    // Both on winter time, the Friday before New York changes.
    [2, '2026-03-06', '08:00', '16:00', 'winter'],
    [3, '2026-03-06', '13:00', '21:00', 'winter'],
    // New York has put its clocks forward, London has not.
    [2, '2026-03-09', '08:00', '16:00', 'winter'],
    [3, '2026-03-09', '12:00', '20:00', 'summer'],
    // London has too.
    [2, '2026-03-30', '07:00', '15:00', 'summer'],
    [3, '2026-03-30', '12:00', '20:00', 'summer'],
    // In autumn London goes back first.
    [2, '2026-10-23', '07:00', '15:00', 'summer'],
    [2, '2026-10-26', '08:00', '16:00', 'winter'],
    [3, '2026-10-26', '12:00', '20:00', 'summer'],
    [3, '2026-11-02', '13:00', '21:00', 'winter'],
    // The very days of both changes.
    [3, '2026-03-08', '12:00', '20:00', 'summer'],
    [2, '2026-03-29', '07:00', '15:00', 'summer'],
    [2, '2026-10-25', '08:00', '16:00', 'winter'],
    [3, '2026-11-01', '13:00', '21:00', 'winter'],
    // Tokyo’s clocks are never changed.
    [1, '2026-03-09', '00:00', '06:00', null],
    [1, '2026-07-09', '00:00', '06:00', null],
  ] as const)('session %i of %s is from %s to %s UTC, by %s time', (...[session, date, from, to, season]) => {
    expect(told(session, date)).toEqual([`${date}T${from}`, `${date}T${to}`, season]);
  });

  test('come in the order of their numbers, and each begins on its own date', () => {
    for (let day = 0; day < 400; day++) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      const starts = signalSessions.map((session) => sessionTimes(session, date).startsAt.toISOString());
      expect(starts).toEqual(starts.toSorted());
      expect(new Set(starts.map((start) => start.slice(0, 10)))).toEqual(new Set([date]));
      for (const session of signalSessions) expect(sessionTimes(session, date).endsAt < endOfSignalDay(date)).toBe(true);
    }
    expect(Object.values(marketOfSession)).toEqual(['tokyo', 'london', 'new_york']);
  });

  test('hold until five in the afternoon in New York, on every date', () => {
    expect(endOfSignalDay('2026-03-06').toISOString()).toBe('2026-03-06T22:00:00.000Z');
    expect(endOfSignalDay('2026-03-09').toISOString()).toBe('2026-03-09T21:00:00.000Z');
    expect(endOfSignalDay('2026-10-30').toISOString()).toBe('2026-10-30T21:00:00.000Z');
    expect(endOfSignalDay('2026-11-02').toISOString()).toBe('2026-11-02T22:00:00.000Z');
    expect([isWeekend('2026-11-21'), isWeekend('2026-11-22'), isWeekend('2026-11-23')]).toEqual([true, true, false]);
  });
});
