import { describe, expect, test } from 'vitest';
import { courseOf, hitRate, nextMinute, sideOf, type LevelsSince, type Minute } from './rules.ts';

const start = Date.UTC(2026, 10, 23, 8);
const at = (minutes: number): Date => new Date(start + minutes * 60_000);

/** Minutes as open, high, low, close, one after the other. */
const market = (...bars: readonly (readonly [number, number, number, number])[]): Minute[] =>
  bars.map(([open, high, low, close], index) => ({
    at: at(index),
    open: BigInt(open),
    high: BigInt(high),
    low: BigInt(low),
    close: BigInt(close),
  }));
const levels = (entry: number, stop: number, targets: readonly number[]): LevelsSince => ({
  since: at(0),
  entry: BigInt(entry),
  stop: BigInt(stop),
  targets: targets.map(BigInt),
});
const buy = levels(100, 90, [110, 120]);
const sell = levels(100, 110, [90, 80]);

describe('what becomes of a signal', () => {
  test.each([
    ['waits while the price has not come to its entry', buy, [[105, 109, 101, 104]], undefined, undefined],
    ['is entered where the price comes to its entry', buy, [[105, 109, 100, 104]], undefined, 0],
    [
      'is entered where the price leaps over its entry',
      buy,
      [
        [105, 106, 104, 105],
        [97, 98, 95, 97],
      ],
      undefined,
      1,
    ],
    ['is stopped in the minute of its entry', buy, [[101, 101, 90, 95]], ['stop', 1, -10], 0],
    ['has no target in the minute of its entry', buy, [[101, 125, 99, 101]], undefined, 0],
    [
      'is stopped',
      buy,
      [
        [100, 101, 99, 100],
        [99, 100, 89, 91],
      ],
      ['stop', 2, -10],
      0,
    ],
    [
      'counts the stop where one minute has come to both',
      buy,
      [
        [100, 101, 99, 100],
        [100, 121, 90, 100],
      ],
      ['stop', 2, -10],
      0,
    ],
    [
      'has hit its target though it is stopped afterwards',
      buy,
      [
        [100, 101, 99, 100],
        [100, 111, 99, 110],
        [110, 110, 89, 90],
      ],
      ['target', 3, 10],
      0,
    ],
    [
      'ends at its last target',
      buy,
      [
        [100, 101, 99, 100],
        [100, 121, 99, 120],
        [120, 121, 80, 80],
      ],
      ['target', 2, 20],
      0,
    ],
    [
      'of a seller ends below',
      sell,
      [
        [100, 101, 99, 100],
        [100, 101, 79, 80],
      ],
      ['target', 2, 20],
      0,
    ],
    [
      'of a seller is stopped above',
      sell,
      [
        [100, 101, 99, 100],
        [100, 110, 99, 109],
      ],
      ['stop', 2, -10],
      0,
    ],
  ] as const)('%s', (...[, of, bars, end, entered]) => {
    const side = of.stop < of.entry ? 'buy' : 'sell';
    const course = courseOf({ side, versions: [of], minutes: market(...bars), overAt: undefined });
    expect(course.enteredAt).toEqual(entered === undefined ? undefined : at(entered));
    expect(course.end && [course.end.outcome, course.end.at, course.end.points]).toEqual(
      end && [end[0], at(end[1]), BigInt(end[2])],
    );
  });

  test('has expired with its day: with what it came to, or without having been entered', () => {
    const over = at(600);
    const entered = courseOf({
      side: 'buy',
      versions: [buy],
      minutes: market([100, 101, 99, 100], [100, 105, 99, 104]),
      overAt: over,
    });
    expect(entered.end).toEqual({ outcome: 'expired', at: over, exit: 104n, points: 4n });
    const never = courseOf({ side: 'buy', versions: [buy], minutes: market([105, 109, 101, 104]), overAt: over });
    expect(never.end).toEqual({ outcome: 'expired', at: over, exit: undefined, points: undefined });
    const hit = courseOf({
      side: 'buy',
      versions: [buy],
      minutes: market([100, 101, 99, 100], [100, 112, 99, 104]),
      overAt: over,
    });
    expect(hit.end).toEqual({ outcome: 'target', at: over, exit: 110n, points: 10n });
  });

  test('is decided by the levels that held in each minute: a stop that was hit is not corrected away', () => {
    const minutes = market([100, 101, 99, 100], [100, 101, 89, 95], [95, 111, 95, 111]);
    const late = { ...levels(100, 80, [110, 120]), since: at(2) };
    expect(courseOf({ side: 'buy', versions: [buy, late], minutes, overAt: undefined }).end).toMatchObject({ outcome: 'stop' });
    const early = { ...levels(100, 80, [110, 120]), since: at(1) };
    expect(courseOf({ side: 'buy', versions: [buy, early], minutes, overAt: undefined })).toMatchObject({
      targetsHit: 1,
      end: undefined,
    });
  });

  test('counts within a minute from the next one on', () => {
    expect(nextMinute(at(3))).toEqual(at(3));
    expect(nextMinute(new Date(at(3).getTime() + 1))).toEqual(at(4));
  });
});

test.each([
  [100, 90, [110, 120], 'buy'],
  [100, 110, [90], 'sell'],
  [100, 100, [110], 'stop'],
  [0, 90, [110], 'entry'],
  [100, 0, [110], 'stop'],
  [100, 90, [95], 'targets'],
  [100, 90, [120, 110], 'targets'],
  [100, 90, [110, 110], 'targets'],
  [100, 110, [90, 95], 'targets'],
  [100, 90, [], 'targets'],
] as const)('levels of %i, %i and %j are of: %s', (...[entry, stop, targets, side]) => {
  expect(sideOf(levels(entry, stop, targets))).toBe(side);
});

test('the hit rate counts every signal that is closed', () => {
  expect(hitRate({ open: 9, target: 1, stop: 1, expired: 1 })).toBe(333);
  expect(hitRate({ open: 9, target: 0, stop: 0, expired: 0 })).toBeUndefined();
});
