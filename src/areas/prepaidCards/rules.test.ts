import { expect, test } from 'vitest';
import { embossed, isEmbossable, isOwnName, mayBlock, mayUnblock, suggestedName } from './rules.ts';

test.each([
  ['José  Núñez', 'JOSE NUNEZ', true],
  ["o'neill-smith j.", "O'NEILL-SMITH J.", true],
  ['A', 'A', false],
  ['A VERY LONG NAME THAT DOES NOT FIT', 'A VERY LONG NAME THAT DOES NOT FIT', false],
  ['محمد', 'محمد', false],
  ['JANE 2', 'JANE 2', false],
])('%s is embossed as %s', (typed, shown, fits) => {
  expect(embossed(typed)).toBe(shown);
  expect(isEmbossable(embossed(typed))).toBe(fits);
});

test.each([
  ['JANE DOE', true],
  ['J DOE', true],
  ['DOE', true],
  ['JANE ROE', false],
  ['', false],
])('a card of Jane Doe may say %s: %s', (name, may) => {
  expect(isOwnName(name, ['Jane', 'Doe'])).toBe(may);
});

test.each([
  ['active', null, [true, false]],
  ['active', 'blocked', [false, true]],
  ['blocked', null, [false, true]],
  ['blocked', 'active', [true, false]],
  ['shipped', null, [false, false]],
] as const)('of a card that is %s, and wanted %s, blocking and the opposite are offered: %s', (phase, wants, offered) => {
  expect([mayBlock({ phase, wants }), mayUnblock({ phase, wants, held: false })]).toEqual(offered);
  expect(mayUnblock({ phase, wants, held: true })).toBe(false);
});

test('a name in other letters cannot be compared', () => {
  expect(isOwnName('MUHAMMAD ALI', ['محمد', 'علي'])).toBe(true);
});

test('the form begins with as much of the name as fits', () => {
  expect(suggestedName('Jane', 'Doe')).toBe('JANE DOE');
  expect(suggestedName('Maximiliana', 'Featherstonehaugh')).toBe('M FEATHERSTONEHAUGH');
  expect(suggestedName('محمد', 'علي')).toBe('');
});
