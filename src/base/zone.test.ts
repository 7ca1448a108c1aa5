import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from './time.ts';
import { openZone, zoneRuleOf, type Zone } from './zone.ts';

function zoneNamed(text: string): Zone {
  const rule = zoneRuleOf(text);
  if (!rule) throw new Error(text);
  return openZone(rule);
}

const at = (text: string): number => Date.parse(text);

describe('a zone', () => {
  test.each([
    ['120', '2026-07-01T00:00:00Z', 120],
    ['-300', '2026-07-01T00:00:00Z', -300],
    ['Europe/Athens', '2026-01-15T00:00:00Z', 120],
    ['Europe/Athens', '2026-07-15T00:00:00Z', 180],
    ['America/New_York+7', '2026-01-15T00:00:00Z', 120],
    // The United States change three weeks before Europe does.
    ['America/New_York+7', '2026-03-20T00:00:00Z', 180],
    ['Europe/Athens', '2026-03-20T00:00:00Z', 120],
    ['Asia/Kolkata', '2026-03-20T00:00:00Z', 330],
    ['Etc/GMT+5', '2026-03-20T00:00:00Z', -300],
    ['UTC', '2026-03-20T00:00:00Z', 0],
  ])('"%s" stands %s by %i minutes from UTC', (text, instant, minutes) => {
    expect(zoneNamed(text).offsetMs(at(instant))).toBe(minutes * minuteMs);
  });

  test.each(['', 'Nowhere/Here', 'New York', '2000', '+-3', 'Europe/Athens+99', '1.5'])('cannot be "%s"', (text) => {
    expect(zoneRuleOf(text)).toBeUndefined();
  });

  test('converts there and back to the same instant but in the hour that comes twice', () => {
    const zones = ['Europe/Athens', 'America/New_York+7', 'America/New_York', 'Asia/Kolkata', '-300', 'UTC'].map(zoneNamed);
    const [first, last] = [at('2015-01-01T00:00:00Z'), at('2030-01-01T00:00:00Z')];
    assert(
      property(constantFrom(...zones), integer({ min: first / 1000, max: last / 1000 }), (zone, second) => {
        const wall = zone.toWall(second * 1000);
        const back = zone.toUtc(wall);
        expect(zone.toWall(back)).toBe(wall);
        expect([0, hourMs]).toContain(back - second * 1000);
      }),
    );
  });

  test('takes an hour that comes twice for the later one, or for the one that was already', () => {
    const athens = zoneNamed('Europe/Athens');
    // 25 October 2026: at 01:00 UTC clocks go from 04:00 back to 03:00.
    const [summer, winter] = [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')];
    expect(athens.toWall(summer)).toBe(athens.toWall(winter));
    expect(athens.toUtc(athens.toWall(summer))).toBe(winter);
    expect(athens.toUtc(athens.toWall(summer), summer + minuteMs)).toBe(summer);
  });

  test('has an instant even for the hour that spring leaves out', () => {
    const athens = zoneNamed('Europe/Athens');
    // 29 March 2026: at 01:00 UTC clocks go from 03:00 on to 04:00.
    expect(athens.toUtc(at('2026-03-29T03:30:00Z'))).toBe(at('2026-03-29T01:30:00Z'));
  });
});
