import { expect, test } from 'vitest';
import { tooLong } from '../minutes.ts';
import { faultsOf, ratioOf } from './verdict.ts';

/** A gate in front of a portal that is there. */
const statuses = new Map([
  [0, 40],
  [429, 5],
]);
/** A spell in which nineteen of twenty waited shorter than so long. */
const spell = (p95: number): number[] => Array.from({ length: 100 }, (_, count) => (count < 95 ? (p95 * count) / 100 : p95));

test('an attack that others feel is a fault, however short their waits are', () => {
  expect(faultsOf(new Map([['floods', { ratio: 2.5, statuses }]]))).toEqual([expect.stringMatching(/^floods: .* 2\.50 ×/)]);
  expect(ratioOf({ without: [spell(2), spell(2)], during: [spell(5)] })).toBe(2.5);
  expect(faultsOf(new Map([['floods', { ratio: 2, statuses }]]))).toEqual([]);
});

test.each([
  ['all were cut off', new Map([[0, 900]])],
  ['none came to an end', new Map<number, number>()],
])('an attack of whose requests %s is a fault, though nobody felt it', (_, nothing) => {
  expect(faultsOf(new Map([['slashes', { ratio: 1, statuses: nothing }]]))).toEqual([expect.stringMatching(/^slashes: not one/)]);
});

test('a spell that something else fell into does not decide, and what makes the machine slow makes it slow for both', () => {
  const without = [4, 4, 40, 8, 8, 16].map(spell);
  const during = [6, 90, 60, 12, 18].map(spell);
  expect(ratioOf({ without, during })).toBe(1.5);
});

test('a median of an even number lies between the middle two', () => {
  expect(ratioOf({ without: [4, 4, 4].map(spell), during: [6, 10].map(spell) })).toBe(2);
});

test('spells that did not take turns tell nothing', () => {
  expect(() => ratioOf({ without: [spell(4)], during: [spell(4)] })).toThrow('take turns');
  expect(() => ratioOf({ without: [spell(4)], during: [] })).toThrow('take turns');
});

test('a drill that takes more than ten minutes is red, unless more was asked of it', () => {
  expect([tooLong(0, 600_000), tooLong(0, 601_000, true)]).toEqual([[], []]);
  expect(tooLong(0, 601_000)).toEqual(['it took 601 s, and may take 600']);
});
