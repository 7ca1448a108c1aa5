import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { after, dayMs, hourMs, minuteMs, type Clock } from '../../base/time.ts';
import { startCalendar, type CalendarSandbox } from '../../sandbox/calendar/index.ts';
import { openCalendar } from './index.ts';
import type { CalendarAnswer, CalendarEvent, EconomicCalendar } from './port.ts';

const keys = { key: 'portal', secret: 'calendar secret' };
const wall = new Date('2026-03-02T09:00:00Z');

describe.each([{ name: 'signed' as const }])('whoever keeps the economic calendar over $name', ({ name }) => {
  let now: Date;
  let vendor: CalendarSandbox;
  let calendar: EconomicCalendar;
  beforeEach(async () => {
    now = wall;
    const clock: Clock = { now: () => now, wall: () => wall };
    vendor = await startCalendar({ host: '127.0.0.1', port: 0, clock, ...keys, patience: { hangMs: 3000, slowMs: 20 } });
    calendar = openCalendar({ provider: name, address: vendor.address, ...keys, clock, timeoutMs: 1500 });
  });
  afterEach(() => vendor.close());

  const done = async (mark: string | null): Promise<Extract<CalendarAnswer, { outcome: 'done' }>> => {
    const answer = await calendar.read(mark);
    if (answer.outcome !== 'done') throw new Error(answer.reason);
    return answer;
  };
  /** All that is known so many weeks later, in the steps in which it was told. */
  async function follow(weeks: number): Promise<ReadonlyMap<string, CalendarEvent[]>> {
    const courses = new Map<string, CalendarEvent[]>();
    let mark: string | null = null;
    for (const end = after(wall, weeks * 7 * dayMs); now < end; now = after(now, 30 * minuteMs)) {
      const answer = await done(mark);
      ({ mark } = answer);
      for (const event of answer.events) courses.set(event.id, [...(courses.get(event.id) ?? []), event]);
    }
    return courses;
  }

  test('what is announced is told first, and from then on what has changed', async () => {
    const first = await done(null);
    expect(first.events.length).toBeGreaterThan(40);
    expect(first).toMatchObject({ hasMore: false, asOf: now });
    expect((await done(first.mark)).events).toEqual([]);
    now = after(now, 7 * dayMs);
    const later = await done(first.mark);
    expect(later.events.some(({ state, actual }) => state === 'released' && actual !== null)).toBe(true);
    expect(later.events.every(({ titles }) => titles.ar && titles.zh)).toBe(true);
  });

  test('figures come late, are revised, and events are called off or moved, each with a greater revision', async () => {
    const courses = await follow(4);
    const all = [...courses.values()];
    expect(all.every((course) => course.every(({ revision }, index) => revision > (course[index - 1]?.revision ?? 0)))).toBe(
      true,
    );
    const figures = (course: readonly CalendarEvent[]) => new Set(course.flatMap(({ actual }) => actual ?? []));
    expect(all.some((course) => figures(course).size > 1)).toBe(true);
    expect(all.some((course) => course.at(-1)?.state === 'cancelled')).toBe(true);
    expect(all.some((course) => new Set(course.map(({ startsAt }) => startsAt.getTime())).size > 1)).toBe(true);
  });

  test.each([
    ['2026-03-04', '2026-03-18', 'us-oil', 15, 14],
    ['2026-10-21', '2026-11-04', 'us-oil', 14, 15],
    ['2026-03-24', '2026-03-31', 'gb-jobs', 7, 6],
    ['2026-10-20', '2026-10-27', 'gb-jobs', 6, 7],
  ])(
    'a figure comes at the same local hour on %s and on %s, whatever the clocks do between',
    async (...[one, other, of, early, late]) => {
      now = after(new Date(`${one}T00:00:00Z`), -dayMs);
      const { events } = await done(null);
      const hourOn = (day: string) =>
        events
          .filter(({ id, startsAt }) => id.startsWith(`${of}-`) && startsAt.toISOString().startsWith(day))
          .map(({ startsAt }) => Math.floor((startsAt.getTime() % dayMs) / hourMs));
      expect([hourOn(one), hourOn(other)]).toEqual([[early], [late]]);
    },
  );

  test.each(['timeout_before', 'timeout_after', 'error', 'nonsense', 'nothing'] as const)(
    'a reading that is struck by %s tells nothing',
    async (mode) => {
      vendor.fault(mode, 1);
      expect(await calendar.read(null)).toMatchObject({ outcome: 'unknown' });
      expect(await calendar.read(null)).toMatchObject({ outcome: 'done' });
    },
  );

  test.each(['signature', 'old', 'figure', 'early', 'words'] as const)(
    'an answer that lies by its %s tells nothing',
    async (about) => {
      vendor.lie(about);
      expect(await calendar.read(null)).toMatchObject({ outcome: 'unknown' });
      expect(await calendar.read(null)).toMatchObject({ outcome: 'done' });
    },
  );

  test('whom the vendor does not know is told nothing', async () => {
    const clock: Clock = { now: () => wall, wall: () => wall };
    const stranger = openCalendar({ provider: name, address: vendor.address, ...keys, secret: 'another', clock });
    expect(await stranger.read(null)).toMatchObject({ outcome: 'unknown' });
  });
});
