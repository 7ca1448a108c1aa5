import { expect, test } from 'vitest';
import { followersOf, sentenceOf, transferIdOf } from './rules.ts';

const held = { kind: 'transfer_held', key: 'transfer_held:512' };

test.each([
  [[], 'movement.transfer_held'],
  [['transfer_sent:512'], 'movement.transfer_held.under_way'],
  [['transfer_sent:512', 'transfer_settled:512'], 'movement.transfer_held.done'],
  [['transfer_to_wallet:512'], 'movement.transfer_held.done'],
  [['transfer_released:512'], 'movement.transfer_held.released'],
  [['transfer_sent:512', 'transfer_returned:512'], 'movement.transfer_held.returned'],
  [['transfer_released:513'], 'movement.transfer_held'],
])('money that was set aside and for which then %j stands in the book is told as %s', (keys, sentence) => {
  expect(sentenceOf(held, new Set(keys))).toBe(sentence);
  for (const key of keys.filter((each) => each.endsWith(':512'))) expect(followersOf(held)).toContain(key);
});

test('what nothing follows on is told by its kind alone', () => {
  const deposit = { kind: 'deposit', key: 'deposit:7' };
  expect([sentenceOf(deposit, new Set()), followersOf(deposit)]).toEqual(['movement.deposit', []]);
});

test.each([
  ['deposit:7', 7],
  ['transfer_to_wallet:8', 8],
  ['reversal:9', 9],
  ['opening_balance:500001:USD', null],
  ['deal:mt5:77', null],
])('the fact %s belongs to transfer %j', (key, id) => expect(transferIdOf(key)).toBe(id));
