import { expect, test } from 'vitest';
import { followersOf, outcomeOf, transferIdOf } from './rules.ts';

const held = { kind: 'transfer_held', key: 'transfer_held:512', minor: -100n };

test.each([
  [[], undefined],
  [['transfer_sent:512'], 'under_way'],
  [['transfer_sent:512', 'transfer_settled:512'], 'done'],
  [['transfer_to_wallet:512'], 'done'],
  [['transfer_released:512'], 'released'],
  [['transfer_sent:512', 'transfer_returned:512'], 'returned'],
  [['transfer_released:513'], undefined],
])('money that was set aside and for which then %j stands in the book is told as %s', (keys, outcome) => {
  expect(outcomeOf(held, new Set(keys))).toBe(outcome);
  for (const key of keys.filter((each) => each.endsWith(':512'))) expect(followersOf(held)).toContain(key);
});

test.each([
  ['transfer_sent', ['transfer_sent:512'], 'under_way'],
  ['transfer_sent', ['transfer_sent:512', 'transfer_settled:512'], 'done'],
  ['transfer_sent', ['transfer_sent:512', 'transfer_returned:512'], 'returned'],
  ['transfer_to_wallet', ['transfer_to_wallet:512'], 'done'],
] as const)('money that left at once by %s, and for which %j stands in the book, is told as %s', (kind, keys, outcome) => {
  expect(outcomeOf({ kind, key: `${kind}:512`, minor: -100n }, new Set(keys))).toBe(outcome);
});

test.each(['deposit', 'transfer_to_wallet'])('what comes into a wallet is told by its kind alone: %s', (kind) => {
  const line = { kind, key: `${kind}:7`, minor: 100n };
  expect([outcomeOf(line, new Set([line.key])), followersOf(line)]).toEqual([undefined, []]);
});

test.each([
  ['deposit:7', 7],
  ['transfer_to_wallet:8', 8],
  ['reversal:9', 9],
  ['withdrawal_released:10-3', 10],
  ['deposit:before-11', null],
  ['opening_balance:500001:USD', null],
  ['deal:mt5:77', null],
])('the fact %s belongs to transfer %j', (key, id) => expect(transferIdOf(key)).toBe(id));
